// The addresses that the OpenAPI document leaves out: phones, devices and operators. See `server/src/platform/http`.
import type { Operation, Parameter, Schema } from '@trace/equipment/fuzz/interface';

const DEVICE = '/ddi/default/controller/v1/{serial}';
const text: Schema = { type: 'string', minLength: 1, maxLength: 60 };
const place: Schema = { type: 'number', minimum: -90, maximum: 90 };

/** The parameters of a report in the protocol of OsmAnd. */
const REPORT: Readonly<Record<string, Schema>> = {
  id: text,
  lat: place,
  lon: place,
  timestamp: { type: 'integer', minimum: 1_700_000_000, maximum: 1_900_000_000 },
  speed: { type: 'number', minimum: 0, maximum: 200 },
  batt: { type: 'number', minimum: 0, maximum: 100 },
  alarm: { enum: ['sos', 'lowBattery'] },
};

/** A report in the protocol of OwnTracks. */
const LOCATION: Schema = {
  type: 'object',
  required: ['_type', 'lat', 'lon', 'tst'],
  properties: {
    _type: { enum: ['location', 'transition', 'waypoint', 'lwt'] },
    lat: place,
    lon: place,
    tst: { type: 'integer', minimum: 1_700_000_000, maximum: 1_900_000_000 },
    batt: { type: 'integer', minimum: 0, maximum: 100 },
    vel: { type: 'integer', minimum: 0, maximum: 300 },
    tid: text,
  },
};

/** The data of a hawkBit client about the device or a step of an update. */
const FEEDBACK: Schema = {
  type: 'object',
  properties: {
    id: text,
    mode: { enum: ['merge', 'replace'] },
    data: { type: 'object', properties: { hw: text, version: text } },
    status: {
      type: 'object',
      properties: {
        execution: { enum: ['closed', 'proceeding', 'canceled', 'rejected'] },
        result: { type: 'object', properties: { finished: { enum: ['success', 'failure', 'none'] } } },
      },
    },
  },
};

const operation = (
  method: string,
  path: string,
  body: Schema | null,
  query: Record<string, Schema> = {},
): Operation => ({
  id: `${method} ${path}`,
  method,
  path,
  parameters: [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => parameterOf('path', name ?? '', text)),
    ...Object.entries(query).map(([name, schema]) => parameterOf('query', name, schema)),
  ],
  body,
  isUpload: false,
  statuses: [],
  answers: {},
});

const parameterOf = (place: Parameter['in'], name: string, schema: Schema): Parameter => ({ in: place, name, schema });

export const hiddenOperations: readonly Operation[] = [
  operation('GET', '/phone/{accessKey}', null, REPORT),
  operation(
    'POST',
    '/phone/{accessKey}',
    { type: 'object', properties: { location: LOCATION, device_id: text } },
    REPORT,
  ),
  operation('POST', '/phone/{accessKey}/owntracks', LOCATION),
  operation('POST', '/phone/owntracks', LOCATION),
  operation('GET', DEVICE, null),
  operation('GET', `${DEVICE}/deploymentBase/{number}`, null),
  operation('POST', `${DEVICE}/deploymentBase/{number}/feedback`, FEEDBACK),
  operation('PUT', `${DEVICE}/configData`, FEEDBACK),
  operation('GET', '/functions/v1/ota-firmware', null, { serial: text, token: text, version: text }),
  operation('GET', '/metrics', null),
  operation('GET', '/readyz', null),
  operation('GET', '/demo', null),
  operation('GET', '/assets/{file}', null),
];
