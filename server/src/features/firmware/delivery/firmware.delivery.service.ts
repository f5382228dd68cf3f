import { deliveryTexts as texts } from '@trace/contract/firmware/firmware.device.texts';
import { CHECK_PATH, IMAGE_PATH } from '@trace/contract/firmware/firmware.rules';
import { MINUTE_MS, SECOND_MS } from '@trace/contract/kernel/time';
import type { Stop } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';
import type { Files } from '#platform/files/files';
import type { DeviceAnswer, DeviceFunction, DeviceFunctions, DeviceRequest } from '#platform/http/servers/device.edge';
import { Refusal } from '#platform/refusal/refusal';
import type { DeviceUpdates, Offer } from '../updates/firmware.updates.port.ts';
import { ddiFunctions } from '../ddi/firmware.ddi.service.ts';
import { createSha1 } from '../ddi/firmware.sha1.service.ts';
import type { Addresses } from './firmware.address.service.ts';
import { createCheck } from './firmware.check.service.ts';
import { createDownloads } from './firmware.downloads.service.ts';
import { createImages } from './firmware.image.service.ts';
import { createProofs, type ProofDependencies, type ProvenDevice } from './firmware.proof.service.ts';
import { createDeliveryTurns } from './firmware.turns.service.ts';
import { asksForFileSystem, selfOfHeaders } from './firmware.requests.rules.ts';

export interface DeliveryDependencies extends ProofDependencies {
  log: Log;
  files: Files;
  addresses: Addresses;
  updates: DeviceUpdates;
}

export interface Delivery {
  readonly functions: DeviceFunctions;
  start(): Stop;
}

const WINDOW_SEC = MINUTE_MS / SECOND_MS;
/** An image of 16 MiB in pieces of 16 KiB takes 1,024 requests. */
const REQUESTS_PER_MIN = 1_200;
const STRANGERS_PER_MIN = 60;
const BODY_MAX_BYTES = 16 * 1024;

/** How devices ask for updates and load images over HTTP. */
export function createDelivery(dependencies: DeliveryDependencies): Delivery {
  const { updates } = dependencies;
  const proofs = createProofs(dependencies);
  const downloads = createDownloads(dependencies);
  const images = createImages({ ...dependencies, downloads });
  const check = createCheck({ ...dependencies, proofs });
  const sha1 = createSha1(dependencies);
  const takeTurn = createDeliveryTurns(dependencies.clock);

  const findOffer = async (device: ProvenDevice, request: DeviceRequest): Promise<Offer | null> => {
    if (device.updateId === null) return updates.offerTo(device, selfOfHeaders(request.headers));
    const offer = await updates.findOffer(device.id, device.updateId);
    if (offer === null) throw new Refusal('gone', texts.ended);
    return offer;
  };

  const image = async (request: DeviceRequest): Promise<DeviceAnswer> => {
    const device = await proofs.requireDevice(request);
    if (asksForFileSystem(request.headers)) throw new Refusal('not_found', texts.noFileSystem);
    const offer = await findOffer(device, request);
    // An Arduino client asks for the image itself: this tells it that it is up to date.
    if (offer === null) return { status: 304, headers: {}, body: null };
    return images.answer(request, device, offer);
  };

  const all: DeviceFunction[] = [
    { methods: ['GET', 'HEAD'], path: IMAGE_PATH, handle: image },
    { methods: ['GET', 'POST'], path: CHECK_PATH, isShared: true, handle: check },
    ...ddiFunctions({ ...dependencies, proofs, sha1 }),
  ];
  return {
    functions: {
      bodyMaxBytes: BODY_MAX_BYTES,
      limit: { calls: REQUESTS_PER_MIN, windowSec: WINDOW_SEC },
      strangerLimit: { calls: STRANGERS_PER_MIN, windowSec: WINDOW_SEC },
      list: all.map((each) => ({ ...each, handle: (request) => takeTurn(() => each.handle(request)) })),
    },
    start: downloads.start,
  };
}
