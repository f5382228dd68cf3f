import {
  getGatewayAddress,
  importDevices,
  provisionCertificate,
  registerDevice,
  removeDevice,
  renameDevice,
  revokeCertificate,
  updateThingAttributes,
  verifySerial,
} from '@trace/contract/devices/registration/devices.registration.api';
import { registrationTexts } from '@trace/contract/devices/registration/devices.registration.texts';
import { route, type Route } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import type { CertificatesService } from './devices.certificates.service.ts';
import type { ImportService } from './devices.import.service.ts';
import type { RegistrationService } from './devices.registration.service.ts';
import type { RemovalService } from '../replacement/devices.removal.service.ts';

export const registrationRoutes = (
  service: RegistrationService & RemovalService & CertificatesService & ImportService,
): Route[] => [
  route(verifySerial, ({ actor, body }) => service.verify(actor, body.serialNumber)),
  route(registerDevice, async ({ actor, origin, body: { serialNumber, ...rest } }) => {
    const { setup } = await service.register(actor, origin, { serial: serialNumber, ...rest });
    return { serialNumber, setup };
  }),
  route(renameDevice, async ({ actor, origin, params: { serial }, body }) => {
    const { name } = await service.rename(actor, origin, serial, body.nickname);
    return { serialNumber: serial, name };
  }),
  route(removeDevice, async ({ actor, origin, params: { serial }, body }) => {
    const { claimCode } = await service.remove(actor, origin, serial, body.confirmation);
    return { serialNumber: serial, claimCode };
  }),
  route(revokeCertificate, async ({ actor, origin, params: { serial } }) => ({
    revoked: await service.revokeCertificate(actor, origin, serial),
  })),
  route(provisionCertificate, async ({ actor, origin, body: { serialNumber, csr, claimCode } }) => {
    const issued = await service.provisionCertificate(actor, origin, serialNumber, csr, claimCode);
    return { success: true as const, ...issued, expiresAt: issued.expiresAt.toISOString() };
  }),
  route(getGatewayAddress, async () => service.gatewayAddress()),
  route(importDevices, ({ actor, origin, query: { importId, dryRun }, body, signal }) =>
    service.importFile(actor, origin, { importId, isDryRun: dryRun === 'true', signal }, body),
  ),
  // T11: attributes follow from registering and reconfiguring and cannot be set directly.
  route(updateThingAttributes, async () => {
    throw new Refusal('forbidden', registrationTexts.attributesForbidden);
  }),
];
