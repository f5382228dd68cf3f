import { z } from 'zod';
import { deviceStatuses } from '../device-status/device-status.rules.ts';
import { deviceStatusSchema } from '../device-status/device-status.schema.ts';
import { assignmentStates } from '../fleet/fleet.table.rules.ts';
import { isPlainLine } from '../kernel/name.ts';
import { roleSchema } from '../kernel/roles.ts';
import { serialSchema } from '../kernel/serial.schema.ts';
import { instantSchema } from '../kernel/time.schema.ts';
import { ticketPriorities, ticketStatuses } from '../tickets/tickets.schema.ts';
import { certificateStates, deskPage, SEARCH_MAX_LENGTH } from './support-desk.rules.ts';

/** The text of a search box. No control characters: the database stores no NUL. */
export const searchSchema = z.string().trim().max(SEARCH_MAX_LENGTH).refine(isPlainLine, 'Use plain text.');

/** Search and paging, the same for every list of staff. `after` is the `next` of the page before. */
export const deskQuerySchema = z.strictObject({
  search: searchSchema.optional(),
  after: z
    .string()
    .regex(/^\d{1,17}~[\da-f-]{1,36}$/u, 'Invalid cursor. Load the list from the start.')
    .optional(),
  limit: z.coerce.number().int().min(1).max(deskPage.most).default(deskPage.usual),
});

const count = z.int().nonnegative();
const next = z.string().nullable();
const named = z.strictObject({ id: z.uuid(), name: z.string() });
const contact = named.extend({ email: z.string() });

/** SUPL-03: the figures of the dashboard. */
export const deskCountsSchema = z.strictObject({
  devices: z.strictObject({ total: count, today: count, online: count, offline: count, silent: count }),
  tickets: z.strictObject({ open: count, urgent: count }),
  companies: z.strictObject({ total: count, thisWeek: count }),
  users: count,
  installers: count,
});

export type DeskCounts = z.infer<typeof deskCountsSchema>;

/** A device as support staff see it in lists: no position, no secret. */
export const deskDeviceSchema = z.strictObject({
  serialNumber: serialSchema,
  nickname: z.string().nullable(),
  status: z.enum(deviceStatuses),
  lastSeen: instantSchema.nullable(),
  batteryPct: z.number().nullable(),
  signalPct: z.number().nullable(),
  /** `waiting`: assigned to an address that has no account yet, or whose user has not seen the device. */
  assignment: z.enum(assignmentStates),
  userEmail: z.string().nullable(),
  installerName: z.string().nullable(),
  companyName: z.string().nullable(),
  hubId: z.string().nullable(),
  dateRegistered: instantSchema,
  replacedBy: serialSchema.nullable(),
});

export type DeskDevice = z.infer<typeof deskDeviceSchema>;

export const deskDevicesSchema = z.strictObject({ devices: z.array(deskDeviceSchema), next });

/** A ticket in the list of a device or a person. */
export const deskTicketSchema = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  subject: z.string(),
  priority: z.enum(ticketPriorities),
  status: z.enum(ticketStatuses),
  createdAt: instantSchema,
});

export type DeskTicket = z.infer<typeof deskTicketSchema>;

/** A device with its people, its condition and its tickets: no position, no secret. */
export const deskDevicePageSchema = z.strictObject({
  serialNumber: serialSchema,
  nickname: z.string().nullable(),
  hubId: z.string().nullable(),
  firmware: z.string().nullable(),
  dateRegistered: instantSchema,
  dateAssigned: instantSchema.nullable(),
  replacedBy: serialSchema.nullable(),
  /** The user. The id and the name are missing while the address has no account. */
  user: z.strictObject({ id: z.uuid().nullable(), name: z.string().nullable(), email: z.string() }).nullable(),
  /** Null: the account has been deleted. */
  installer: contact.nullable(),
  company: named.nullable(),
  status: deviceStatusSchema,
  /** Of the last seven days, newest first, with possible positions and secrets removed. */
  errorLogs: z.array(z.string()),
  tickets: z.array(deskTicketSchema),
  /** REG-12: the newest first, at most 10, without keys. */
  certificates: z.array(
    z.strictObject({
      kind: z.enum(['factory', 'operational']),
      state: z.enum(certificateStates),
      issuedAt: instantSchema,
      endsAt: instantSchema,
    }),
  ),
});

export type DeskDevicePage = z.infer<typeof deskDevicePageSchema>;

export const deskCompanySchema = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  ownerName: z.string(),
  members: count,
  devices: count,
  createdAt: instantSchema,
});

export type DeskCompany = z.infer<typeof deskCompanySchema>;

export const deskCompaniesSchema = z.strictObject({ companies: z.array(deskCompanySchema), next });

export const deskCompanyPageSchema = deskCompanySchema.omit({ ownerName: true }).extend({
  website: z.string().nullable(),
  abnAcn: z.string().nullable(),
  address: z.string().nullable(),
  owner: contact,
  customers: count,
  /** The owner first, then the employees by name, at most 50. */
  people: z.array(contact),
});

export type DeskCompanyPage = z.infer<typeof deskCompanyPageSchema>;

/** An account, or an address that has devices and no account yet. */
export const deskPersonSchema = z.strictObject({
  /** Null while the address has no account. */
  id: z.uuid().nullable(),
  name: z.string().nullable(),
  email: z.string(),
  isPremium: z.boolean(),
  companyName: z.string().nullable(),
  /** Devices that a user has, or that an installer registered. */
  devices: count,
  since: instantSchema,
});

export type DeskPerson = z.infer<typeof deskPersonSchema>;

export const deskPeopleSchema = z.strictObject({ people: z.array(deskPersonSchema), next });

export const deskPersonPageSchema = contact.extend({
  role: roleSchema,
  phone: z.string().nullable(),
  businessName: z.string().nullable(),
  timeZone: z.string(),
  isPremium: z.boolean(),
  /** Until when support has given premium. Null: no gift. */
  giftUntil: instantSchema.nullable(),
  /** Whether the caller has the admin flag, which giving premium needs. */
  mayGivePremium: z.boolean(),
  company: named.nullable(),
  certification: z
    .strictObject({ number: z.string(), expiresAt: instantSchema.nullable(), isRevoked: z.boolean() })
    .nullable(),
  /** Browsers that are signed in. */
  sessions: count,
  /** Devices that a user has, or that an installer registered; the newest 50. */
  devices: z.array(
    z.strictObject({ serialNumber: serialSchema, nickname: z.string().nullable(), status: z.enum(deviceStatuses) }),
  ),
  deviceCount: count,
  tickets: z.array(deskTicketSchema),
  createdAt: instantSchema,
});

export type DeskPersonPage = z.infer<typeof deskPersonPageSchema>;

/** SUPL-03: what the search box finds. */
export const deskFoundSchema = z.strictObject({
  devices: z.array(deskDeviceSchema.pick({ serialNumber: true, nickname: true, status: true, userEmail: true })),
  people: z.array(contact.extend({ role: z.enum(['user', 'installer']) })),
  companies: z.array(named),
});

export type DeskFound = z.infer<typeof deskFoundSchema>;
