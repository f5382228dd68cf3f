import { z } from 'zod';
import { deviceStatuses, networkLabels } from '../device-status/device-status.rules.ts';
import { deviceStatusSchema } from '../device-status/device-status.schema.ts';
import { serialSchema } from '../kernel/serial.schema.ts';
import { instantSchema } from '../kernel/time.schema.ts';
import {
  assignmentStates,
  sortDirections,
  TABLE_SEARCH_MAX_LENGTH,
  tablePage,
  tableSorts,
} from './fleet.table.rules.ts';

/** The signed-in user's relation to a device in the table. Each call decides the resulting permissions. */
export const tableRelations = [
  'assigned_user',
  'installer_unassigned',
  'installer_assigned',
  'company_unassigned',
  'company_assigned',
] as const;

/** Filters of the table, stored in the page's address. */
export const tableFilterSchema = z.strictObject({
  /** Part of a serial, a name, a hub or the user's name or address. */
  search: z.string().trim().max(TABLE_SEARCH_MAX_LENGTH).optional(),
  status: z.enum(deviceStatuses).optional(),
  network: z.enum(networkLabels).optional(),
  /** `waiting`: assigned to an address that has no account yet. */
  assigned: z.enum(assignmentStates).optional(),
  sort: z.enum(tableSorts).default('lastSeen'),
  /** IDEV-11: omitted, the sort has its usual direction. */
  direction: z.enum(sortDirections).optional(),
});

export type TableFilter = z.infer<typeof tableFilterSchema>;

export const tableQuerySchema = z.strictObject({
  ...tableFilterSchema.shape,
  /** A cursor for the next or the previous page. Cursors come from an answer with the same sort and direction. */
  after: z.string().max(600).optional(),
  before: z.string().max(600).optional(),
  limit: z.coerce.number().int().min(1).max(tablePage.most).default(tablePage.usual),
});

/**
 * A device as its registrant, its responsible installer or its user sees the device (IDEV-01, IDEV-07). Contains no
 * position and no secret.
 */
export const tableRowSchema = z.strictObject({
  serialNumber: serialSchema,
  name: z.string(),
  hubId: z.string().nullable(),
  assignment: z.enum(assignmentStates),
  /** The user; the name is missing while the address has no account. */
  user: z.strictObject({ name: z.string().nullable(), email: z.string() }).nullable(),
  companyName: z.string().nullable(),
  /** The name of the installer who registered the device. */
  installerName: z.string().nullable(),
  dateRegistered: instantSchema,
  relation: z.enum(tableRelations),
  /**
   * IDEV-10: the serial that replaced this device, of which only the history is left. Null while the device is in use.
   */
  replacedBy: serialSchema.nullable(),
  /** Whether the caller may assign, reconfigure and remove the device. */
  mayManage: z.boolean(),
  status: deviceStatusSchema,
  /** The newest first, at most `ERROR_LINES_MOST`. */
  errorLogs: z.array(z.string()),
});

export type TableRow = z.infer<typeof tableRowSchema>;

export const tableCountsSchema = z.strictObject({
  /** All devices that the person sees. */
  total: z.int().nonnegative(),
  /** Number of matches, counted up to `MATCHES_COUNTED`, or up to `SEARCH_MATCHES_COUNTED` for a search. */
  matching: z.int().nonnegative(),
  /** Whether there are more than were counted. */
  isMore: z.boolean(),
});

export const tablePageSchema = z.strictObject({
  devices: z.array(tableRowSchema),
  /** Where the pages before and after begin; null where there is none. */
  previous: z.string().nullable(),
  next: z.string().nullable(),
  counts: tableCountsSchema,
});

export type TablePage = z.infer<typeof tablePageSchema>;

/** A row of `devices` with the field names of the specification. Only the assigning installer sees `assigned_by`. */
export const userDeviceSchema = z.strictObject({
  serial_number: serialSchema,
  nickname: z.string().nullable(),
  hub_id: z.string().nullable(),
  assigned_by: z.string().nullable(),
  assigned_user: z.string(),
  date_registered: instantSchema,
  date_assigned: instantSchema.nullable(),
  company_id: z.uuid().nullable(),
});

export type UserDevice = z.infer<typeof userDeviceSchema>;
