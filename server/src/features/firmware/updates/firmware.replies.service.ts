import type { DeviceCommandsPort } from '#features/device-commands/device-commands.port';
import { findOfferedByCommand } from './firmware.offers.store.ts';
import type { ProgressService } from './firmware.progress.service.ts';

const DETAIL_MAX_LENGTH = 200;

/** A device that refuses the command, such as one with an old firmware, is tried again later. */
export function takeRefusals(commands: Pick<DeviceCommandsPort, 'onFinished'>, progress: ProgressService): void {
  commands.onFinished('firmware', async (tx, { requestId, deviceId, state, result }) => {
    if (state !== 'failed') return;
    const updateId = await findOfferedByCommand(tx, requestId);
    if (updateId === null) return;
    const detail = (result?.error ?? result?.message ?? '').slice(0, DETAIL_MAX_LENGTH) || null;
    const counters = { boot: null, seq: null };
    const report = { state: 'failed', failure: 'other', progressPct: null, detail, ...counters } as const;
    await progress.takeReports(tx, [{ ...report, deviceId, updateId }]);
  });
}
