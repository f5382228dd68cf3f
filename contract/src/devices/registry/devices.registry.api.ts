import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { registryRules as rules } from './devices.registry.rules.ts';
import {
  labelsSchema,
  newEntrySchema,
  registryEntrySchema,
  registryLoadSchema,
  registryRowSchema,
} from './devices.registry.schema.ts';

export const listRegistry = endpoint({
  name: 'registry.list',
  method: 'GET',
  path: '/api/support/registry',
  who: 'staff',
  summary: 'Serials of the registry by part of the serial, ordered by serial; `next` continues the list.',
  query: z.strictObject({
    search: z.string().trim().max(rules.searchMaxLength).optional(),
    after: z.string().max(rules.searchMaxLength).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(rules.pageSize),
  }),
  answer: z.strictObject({ entries: z.array(registryEntrySchema), next: z.string().nullable() }),
  refusals: [],
  holdsNoPersonalData: true,
});

export const loadRegistry = endpoint({
  name: 'registry.load',
  method: 'POST',
  path: '/api/support/registry/load',
  who: 'staff',
  summary: 'Enters the serials and claim codes of a CSV file, row by row; a dry run says what would happen.',
  query: z.strictObject({ dryRun: z.enum(['true', 'false']) }),
  body: z.custom<Uint8Array>(),
  upload: { maxBytes: rules.fileMostBytes },
  answer: registryLoadSchema,
  refusals: ['payload_too_large'],
  limit: { calls: 60, windowSec: 3_600 },
});

export const addRegistryEntry = endpoint({
  name: 'registry.add',
  method: 'POST',
  path: '/api/support/registry',
  who: 'staff',
  summary: 'Enters one serial, with a claim code, with a generated one or without.',
  body: newEntrySchema,
  answer: registryRowSchema,
  refusals: ['conflict'],
});

export const printLabels = endpoint({
  name: 'registry.labels',
  method: 'POST',
  path: '/api/support/registry/labels',
  who: 'staff',
  summary: 'The labels of devices as a page to print: serial, claim code, and both as a QR code.',
  body: labelsSchema,
  answer: z.strictObject({ html: z.string() }),
  refusals: [],
});
