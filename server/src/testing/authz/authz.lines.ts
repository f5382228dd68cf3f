// All lines of the access matrix together.
import { alertsRows } from '#testing/authz/authz.alerts.matrix';
import { assignmentRows } from '#testing/authz/authz.assignment.matrix';
import { billingRows } from '#testing/authz/authz.billing.matrix';
import { certificationRows } from '#testing/authz/authz.certification.matrix';
import { controlRows } from '#testing/authz/authz.control.matrix';
import { firmwareRows } from '#testing/authz/authz.firmware.matrix';
import { locationAccessRows } from '#testing/authz/authz.location-access.matrix';
import { historyRows } from '#testing/authz/authz.history.matrix';
import { hubReceiverRows } from '#testing/authz/authz.hub-receiver.matrix';
import { hubsRows } from '#testing/authz/authz.hubs.matrix';
import { listRows } from '#testing/authz/authz.list.matrix';
import { newsRows } from '#testing/authz/authz.news.matrix';
import { overviewRows } from '#testing/authz/authz.overview.matrix';
import { panicContactsRows } from '#testing/authz/authz.panic-contacts.matrix';
import { panicRows } from '#testing/authz/authz.panic.matrix';
import { phonesRows } from '#testing/authz/authz.phones.matrix';
import { replacementRows } from '#testing/authz/authz.replacement.matrix';
import { registrationRows } from '#testing/authz/authz.registration.matrix';
import { ticketsRows } from '#testing/authz/authz.tickets.matrix';
import { supportStaffRows } from '#testing/authz/authz.support-staff.matrix';
import { contractEndpoints } from '#testing/contract-endpoints';
import { matrix as companiesMatrix } from '#testing/authz/authz.companies.matrix';
import { matrix as factorsMatrix } from '#testing/authz/authz.factors.matrix';
import { matrix as signUpMatrix } from '#testing/authz/authz.sign-up.matrix';
import { matrix as ownRows, otherDoors, type Row } from '#testing/authz/authz.matrix';

/** All rows whose answer depends on the relation to a device. */
export const deviceRows: readonly Row[] = [
  ...ownRows,
  ...alertsRows,
  ...assignmentRows,
  ...billingRows,
  ...certificationRows,
  ...controlRows,
  ...firmwareRows,
  ...historyRows,
  ...hubReceiverRows,
  ...hubsRows,
  ...listRows,
  ...locationAccessRows,
  ...newsRows,
  ...overviewRows,
  ...panicContactsRows,
  ...panicRows,
  ...phonesRows,
  ...replacementRows,
  ...registrationRows,
  ...ticketsRows,
  ...supportStaffRows,
];

/** Endpoints for staff, of the contract. The answer depends only on the role and the admin flag. */
export const staffEndpoints = (await contractEndpoints()).filter(({ who }) => who === 'staff');

/** Every endpoint that the matrix names, as `GET /api/devices`. An endpoint can have a row for each of its actions. */
export const lines: ReadonlySet<string> = new Set([
  ...[...deviceRows, ...companiesMatrix, ...factorsMatrix, ...signUpMatrix].map(
    ({ endpoint }) => `${endpoint.method} ${endpoint.path}`,
  ),
  ...staffEndpoints.map(({ method, path }) => `${method} ${path}`),
  ...otherDoors,
]);

/** Routes that are no endpoints: who can call them. */
export const hiddenLines = {
  'GET /': 'anybody',
  'GET /*': 'anybody',
  'GET /healthz': 'anybody',
  'GET /readyz': 'anybody',
  'GET /metrics': 'operator',
  'GET /healthz/doctor': 'operator',
  'GET /openapi.json': 'anybody',
  'GET /phone/:secret': 'anybody',
  'POST /phone/:secret': 'anybody',
  'GET /phone/:secret/': 'anybody',
  'POST /phone/:secret/': 'anybody',
  'POST /phone/:secret/owntracks': 'anybody',
  'POST /phone/owntracks': 'anybody',
  'GET /functions/v1/ota-firmware': 'anybody',
  'GET /device/functions/v1/check-firmware-update': 'anybody',
  'POST /device/functions/v1/check-firmware-update': 'anybody',
  'GET /ddi/:tenant/controller/v1/:serial': 'anybody',
  'GET /ddi/:tenant/controller/v1/:serial/deploymentBase/:number': 'anybody',
  'POST /ddi/:tenant/controller/v1/:serial/deploymentBase/:number/feedback': 'anybody',
  'PUT /ddi/:tenant/controller/v1/:serial/configData': 'anybody',
  'GET /ddi/:tenant/controller/v1/:serial/cancelAction/:number': 'anybody',
  'POST /ddi/:tenant/controller/v1/:serial/cancelAction/:number/feedback': 'anybody',
  'GET /map-tiles.pmtiles': 'anybody',
  'GET /demo': 'anybody',
  'POST /demo/enter/:id': 'anybody',
  'POST /demo/panic': 'anybody',
  'GET /demo/inbox': 'anybody',
  'GET /demo/inbox/:id': 'anybody',
  'GET /demo/sms': 'anybody',
} as const;
