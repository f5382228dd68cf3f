import type { UpdateFailure, UpdateReportState } from '@trace/contract/device-protocol/updates';
import type { Feedback } from '@trace/contract/firmware/firmware.ddi.schema';

/** The pause between two polls of a client, in the form of DDI. */
export const POLL_SLEEP = '00:05:00';

/** The longest stored text of a device. */
const DETAIL_MAX_LENGTH = 200;

interface Report {
  readonly state: UpdateReportState;
  readonly progressPct: null;
  readonly failure: UpdateFailure | null;
  readonly detail: string | null;
}

/**
 * `closed` with success: the client has installed the image and runs the new version, so the soak time begins.
 * `proceeding` names no step, so the report counts as the first step.
 */
export function reportOf({ status }: Feedback): Report {
  const { execution, result } = status;
  const base = { progressPct: null, failure: null, detail: null };
  const isClosed = execution === 'closed';
  if (isClosed && result.finished !== 'failure') return { ...base, state: 'done' };
  const detail = detailOf(status.details);
  if (isClosed) return { ...base, state: 'failed', failure: 'install_failed', detail };
  if (execution === 'rejected' || execution === 'canceled')
    return { ...base, state: 'failed', failure: 'other', detail: detail ?? execution };
  return { ...base, state: execution === 'downloaded' ? 'installing' : 'downloading' };
}

function detailOf(details: Feedback['status']['details']): string | null {
  const text = [details ?? []].flat().join(' · ').trim();
  return text === '' ? null : text.slice(0, DETAIL_MAX_LENGTH);
}

interface OfferedImage {
  readonly number: number;
  readonly release: {
    readonly version: string;
    readonly model: string;
    readonly chip: string | null;
    readonly sizeBytes: number;
  };
}

interface Hashes {
  readonly sha1: string;
  readonly md5: string;
  readonly sha256: string;
}

/** The deployment of an offer. `imageUrl` is signed for the device. */
export function deploymentOf({ number, release }: OfferedImage, hashes: Hashes, imageUrl: string) {
  const link = { href: imageUrl };
  const artifact = {
    // swupdate loads only files with this ending, and has no images of ESP chips.
    filename: `firmware-${release.version}.${release.chip === null ? 'swu' : 'bin'}`,
    hashes,
    size: release.sizeBytes,
    // Old clients read only the second link.
    _links: { download: link, 'download-http': link },
  };
  return {
    id: String(number),
    deployment: {
      download: 'forced',
      update: 'forced',
      chunks: [{ part: 'os', version: release.version, name: release.model, artifacts: [artifact] }],
    },
  };
}
