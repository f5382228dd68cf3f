import { configDataSchema, feedbackSchema } from '@trace/contract/firmware/firmware.ddi.schema';
import { deliveryTexts as texts } from '@trace/contract/firmware/firmware.device.texts';
import type { z } from 'zod';
import type { DeviceAnswer, DeviceFunction, DeviceRequest } from '#platform/http/servers/device.edge';
import { Refusal } from '#platform/refusal/refusal';
import type { DeviceSelf, DeviceUpdates, Offer } from '../updates/firmware.updates.port.ts';
import type { Addresses } from '../delivery/firmware.address.service.ts';
import type { Proofs, ProvenDevice } from '../delivery/firmware.proof.service.ts';
import { unknownSelf } from '../delivery/firmware.requests.rules.ts';
import { deploymentOf, POLL_SLEEP, reportOf } from './firmware.ddi.rules.ts';
import type { Sha1 } from './firmware.sha1.service.ts';

interface DdiDependencies {
  proofs: Proofs;
  addresses: Pick<Addresses, 'addressOf'>;
  updates: DeviceUpdates;
  sha1: Sha1;
}

/** The only tenant: each address of DDI names a tenant. */
const TENANT = 'default';
const BASE = '/ddi/:tenant/controller/v1/:serial';

/** The interface of update clients that others wrote, such as swupdate (hawkBit DDI). */
export function ddiFunctions({ proofs, addresses, updates, sha1 }: DdiDependencies): DeviceFunction[] {
  const requireDevice = async (request: DeviceRequest): Promise<ProvenDevice> => {
    const device = await proofs.requireDevice(request);
    if (request.params.tenant !== TENANT) throw new Refusal('not_found', texts.unknownTenant);
    if (request.params.serial !== device.serial) throw new Refusal('forbidden', texts.otherDevice);
    return device;
  };

  const requireOffer = async (device: ProvenDevice, request: DeviceRequest): Promise<Offer> => {
    const offer = await updates.findOfferByNumber(device.id, numberOf(request));
    if (offer === null) throw new Refusal('gone', texts.ended);
    return offer;
  };

  const poll = async (request: DeviceRequest): Promise<DeviceAnswer> => {
    const device = await requireDevice(request);
    const offer = await updates.offerTo(device, unknownSelf);
    const own = `${request.baseUrl}/ddi/${TENANT}/controller/v1/${device.serial}`;
    const deployment = offer === null ? {} : { deploymentBase: { href: `${own}/deploymentBase/${offer.number}` } };
    return json({
      config: { polling: { sleep: POLL_SLEEP } },
      _links: { ...deployment, configData: { href: `${own}/configData` } },
    });
  };

  const deployment = async (request: DeviceRequest): Promise<DeviceAnswer> => {
    const device = await requireDevice(request);
    const offer = await requireOffer(device, request);
    const { sha256, md5 } = offer.release;
    const hashes = { sha1: await sha1.of(offer.release), md5, sha256 };
    return json(deploymentOf(offer, hashes, addresses.addressOf(device.serial, offer.updateId, request.baseUrl)));
  };

  const feedback = async (request: DeviceRequest): Promise<DeviceAnswer> => {
    const device = await requireDevice(request);
    const given = bodyOf(request, feedbackSchema);
    const update = await updates.updateOfNumber(device.id, numberOf(request));
    if (update === null) throw new Refusal('not_found', texts.unknownAction);
    const report = reportOf(given);
    // A client of DDI reports no version, so the end of the update tells the version.
    const version = report.state === 'done' ? update.version : null;
    await updates.report(device.id, update.id, { ...report, version });
    return json({});
  };

  const configData = async (request: DeviceRequest): Promise<DeviceAnswer> => {
    const device = await requireDevice(request);
    const { data } = bodyOf(request, configDataSchema);
    // Asking for an offer stores the attributes.
    await updates.offerTo(device, selfOf(data));
    return json({});
  };

  /** A cancelled update is not offered any more, so no client is asked to cancel. */
  const cancelAction = async (request: DeviceRequest): Promise<DeviceAnswer> => {
    await requireDevice(request);
    throw new Refusal('not_found', texts.unknownAction);
  };

  return [
    { methods: ['GET'], path: BASE, handle: poll },
    { methods: ['GET'], path: `${BASE}/deploymentBase/:number`, handle: deployment },
    { methods: ['POST'], path: `${BASE}/deploymentBase/:number/feedback`, handle: feedback },
    { methods: ['PUT'], path: `${BASE}/configData`, handle: configData },
    { methods: ['GET'], path: `${BASE}/cancelAction/:number`, handle: cancelAction },
    { methods: ['POST'], path: `${BASE}/cancelAction/:number/feedback`, handle: cancelAction },
  ];
}

function numberOf({ params }: DeviceRequest): number {
  const { number = '' } = params;
  if (/^\d{1,15}$/.test(number)) return Number(number);
  throw new Refusal('not_found', texts.unknownAction);
}

const json = (body: object): DeviceAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

function bodyOf<Schema extends z.ZodType>(request: DeviceRequest, schema: Schema): z.infer<Schema> {
  const given = schema.safeParse(request.json());
  if (given.success) return given.data;
  const field = ['body', ...(given.error.issues[0]?.path ?? [])].join('.');
  throw new Refusal('invalid_input', texts.badFeedback, { field });
}

function selfOf(data: Readonly<Record<string, unknown>>): DeviceSelf {
  const text = (name: string, maxLength: number): string | null => {
    const value = data[name];
    return typeof value === 'string' && value !== '' ? value.slice(0, maxLength) : null;
  };
  return { ...unknownSelf, version: text('version', 64), model: text('model', 64), chip: text('chip', 32) };
}
