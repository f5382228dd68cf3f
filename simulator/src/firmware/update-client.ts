import type { UpdateMessage } from '@trace/contract/device-protocol/messages';
import type { Clock, Stop } from '../clock.ts';
import { boot, comesUp, isIntact } from './boot-loader.ts';
import { download } from './download.ts';
import { otherSlot, withSlot } from './flash.ts';
import type { Flash, FirmwareOffer, Slot, UpdateInFlash } from './flash.ts';
import { checkManifest } from './manifest.ts';
import type { OwnFirmware, Refusal, TrustedKeys } from './manifest.ts';
import { manifestOf, refusalOfAddress } from './offer.ts';
import { pause } from './pause.ts';
import { PowerCut } from './power-cut.ts';

export type UpdateReport = Omit<UpdateMessage, 'v' | 'boot' | 'seq' | 'ts' | 'version'>;

/** How this device updates. Faults included. */
export interface UpdateHabit {
  readonly bytesPerSec: number | null;
  readonly installMs: number;
  /** The time with a connection after which a new version is confirmed. */
  readonly confirmAfterMs: number;
  /** Versions that do not start on this device. */
  readonly hangsOn: readonly string[];
}

export interface UpdateClientOptions {
  readonly clock: Clock;
  readonly flash: Flash;
  readonly trustedKeys: TrustedKeys;
  readonly retryMs?: readonly number[];
  /** The device as the factory made it. */
  readonly factory: () => OwnFirmware;
  readonly habit: () => UpdateHabit;
  readonly report: (report: UpdateReport) => void;
  readonly reboot: () => void;
  /** The device begins or ends to install. */
  readonly onInstalling: () => void;
  readonly onPowerCut: () => void;
}

export interface UpdateClient {
  /** Runs the boot loader. Called whenever the device starts. Returns false when the power goes at that moment. */
  readonly powerOn: () => boolean;
  /** The device is connected: goes on with an update, or reports how it ended. */
  readonly online: () => void;
  readonly offline: () => void;
  /** The device stops, sleeps or loses its power. */
  readonly halt: () => void;
  /** Returns why the offer is not taken, or null. */
  readonly offer: (offer: FirmwareOffer) => string | null;
  readonly isInstalling: () => boolean;
  readonly isUnderWay: () => boolean;
  /** The image that runs. Null: that from the factory. */
  readonly running: () => Slot['image'];
}

const USUAL_RETRY_MS = [1_000, 2_000, 5_000, 15_000, 60_000];
/** Without a confirmation within this time after its first start, a new version is given up. */
const CONFIRM_WITHIN_MS = 300_000;
const REPORT_EACH_PCT = 5;

/** The update client of a tracker with two slots. Every decision is the device's own: the server only offers. */
export function createUpdateClient(options: UpdateClientOptions): UpdateClient {
  const { clock, flash, report } = options;
  let run: AbortController | null = null;
  let stopConfirming: Stop = () => {};
  let stopGivingUp: Stop = () => {};
  let running = flash.readRecord().bootSlot;

  const guarded = (work: () => void): boolean => {
    try {
      work();
      return true;
    } catch (error) {
      endWith(error);
      return false;
    }
  };

  const endWith = (error: unknown): void => {
    if (!(error instanceof PowerCut)) throw error;
    options.onPowerCut();
  };

  const setUpdate = (update: UpdateInFlash | null): void => flash.writeRecord({ ...flash.readRecord(), update });

  const fail = ({ offer }: UpdateInFlash, refusal: Refusal): void => {
    setUpdate(null);
    report({ updateId: offer.updateId, state: 'failed', ...refusal });
  };

  const goOn = (update: UpdateInFlash): void => {
    if (run !== null || update.stage === 'rebooting') return;
    const current = new AbortController();
    run = current;
    void work(update, current.signal)
      .catch((error: unknown) => {
        if (!current.signal.aborted) endWith(error);
      })
      .finally(() => {
        if (run === current) run = null;
        options.onInstalling();
      });
  };

  const work = async (update: UpdateInFlash, signal: AbortSignal): Promise<void> => {
    if (update.stage === 'downloading' && !(await load(update, signal))) return;
    const { offer, slot } = update;
    setUpdate({ ...update, stage: 'installing' });
    report({ updateId: offer.updateId, state: 'installing' });
    options.onInstalling();
    await pause(clock, options.habit().installMs, signal);
    const record = flash.readRecord();
    if (!isIntact(flash, record, slot)) {
      fail(update, { failure: 'install_failed', detail: 'the image in the flash is damaged' });
      return;
    }
    // A single write: before it the old version starts, after it the new one.
    flash.writeRecord({
      ...withSlot(record, slot, { ...record.slots[slot], state: 'new' }),
      bootSlot: slot,
      update: { ...update, stage: 'rebooting' },
    });
    report({ updateId: offer.updateId, state: 'rebooting' });
    options.reboot();
  };

  /** Returns whether the image is complete. */
  const load = async (update: UpdateInFlash, signal: AbortSignal): Promise<boolean> => {
    const { offer, slot } = update;
    const manifest = manifestOf(offer);
    const { updateId } = offer;
    let reportedPct = 0;
    const percent = (bytes: number): number => Math.floor((bytes / manifest.size) * 100);
    report({ updateId, state: 'downloading', progressPct: percent(flash.writtenBytes(slot)) });
    const outcome = await download({
      url: offer.url,
      manifest,
      flash,
      slot,
      signal,
      bytesPerSec: options.habit().bytesPerSec,
      retryMs: options.retryMs ?? USUAL_RETRY_MS,
      pause: (waitMs) => pause(clock, waitMs, signal),
      onProgress: (bytes) => {
        if (percent(bytes) < reportedPct + REPORT_EACH_PCT) return;
        reportedPct = percent(bytes);
        report({ updateId, state: 'downloading', progressPct: reportedPct });
      },
    });
    if (outcome === 'complete') return true;
    if (outcome === 'ended') setUpdate(null);
    else fail(update, outcome);
    return false;
  };

  /** Reports how the restart into the new version went. */
  const settle = (update: UpdateInFlash): void => {
    const { updateId } = update.offer;
    if (running !== update.slot) {
      fail(update, { failure: 'went_back', detail: 'the new version did not come up' });
      return;
    }
    report({ updateId, state: 'verifying' });
    stopConfirming();
    stopConfirming = clock.after(options.habit().confirmAfterMs, () => guarded(() => confirm(update)));
  };

  const confirm = ({ slot, offer: { updateId } }: UpdateInFlash): void => {
    const record = flash.readRecord();
    const confirmed = withSlot(record, slot, { ...record.slots[slot], state: 'valid' });
    flash.writeRecord({ ...confirmed, update: null, doneUpdateId: updateId });
    stopGivingUp();
    report({ updateId, state: 'done' });
  };

  const powerOn = (): void => {
    running = boot(flash);
    const { slots } = flash.readRecord();
    if (slots[running].state !== 'pending_verify') return;
    const { image } = slots[running];
    const isUp = !options.habit().hangsOn.includes(image!.version) && comesUp(flash.readImage(running));
    // A version that hangs is restarted by the watchdog of the chip, and the boot loader goes back.
    if (isUp) stopGivingUp = clock.after(CONFIRM_WITHIN_MS, options.reboot);
    else running = boot(flash);
  };

  const take = (offer: FirmwareOffer): string | null => {
    const record = flash.readRecord();
    const { update } = record;
    if (update?.offer.updateId === offer.updateId) {
      // The same update with a new address.
      if (update.stage === 'downloading') setUpdate({ ...update, offer });
      goOn(flash.readRecord().update!);
      return null;
    }
    if (record.doneUpdateId === offer.updateId) {
      report({ updateId: offer.updateId, state: 'done' });
      return null;
    }
    if (update !== null && update.stage !== 'downloading') return 'another update is under way';
    halt();
    begin(offer);
    return null;
  };

  const begin = (offer: FirmwareOffer): void => {
    const { updateId } = offer;
    const record = flash.readRecord();
    const factory = options.factory();
    const own = { ...factory, sequence: record.slots[running].image?.sequence ?? factory.sequence };
    const checked = checkManifest(offer, options.trustedKeys, own, clock.nowMs());
    const refusal = 'failure' in checked ? checked : refusalOfAddress(offer, flash.capacityBytes);
    if (refusal !== null) {
      setUpdate(null);
      report({ updateId, state: 'failed', ...refusal });
      return;
    }
    const { sha256, version, sequence } = manifestOf(offer);
    const slot = otherSlot(running);
    const { state, image } = record.slots[slot];
    // A part of the same image is continued, anything else is overwritten.
    const isPart = state === 'empty' && image?.sha256 === sha256;
    if (!isPart) {
      // The slot is marked before it is erased: a cut between the two never leaves a part that seems to belong here.
      flash.writeRecord({ ...withSlot(record, slot, { state: 'empty', image: null }), update: null });
      flash.erase(slot);
    }
    const update: UpdateInFlash = { offer, slot, stage: 'downloading' };
    const target: Slot = { state: 'empty', image: { version, sequence, sha256 } };
    flash.writeRecord({ ...withSlot(record, slot, target), update });
    goOn(update);
  };

  const halt = (): void => {
    run?.abort();
    run = null;
    stopConfirming();
    stopGivingUp();
  };

  return {
    powerOn: () => guarded(powerOn),
    online() {
      guarded(() => {
        const { update } = flash.readRecord();
        if (update?.stage === 'rebooting') settle(update);
        else if (update) goOn(update);
      });
    },
    offline: () => stopConfirming(),
    halt,
    offer(offer) {
      let refused: string | null = null;
      guarded(() => {
        refused = take(offer);
      });
      return refused;
    },
    isInstalling: () => run !== null && flash.readRecord().update?.stage === 'installing',
    isUnderWay: () => flash.readRecord().update !== null,
    running: () => flash.readRecord().slots[running].image,
  };
}
