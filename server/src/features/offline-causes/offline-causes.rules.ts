import { certificateRules } from '@trace/contract/device-protocol/certificates.rules';
import {
  causeKinds,
  ruledOutKinds,
  type CauseKind,
  type Likelihood,
  type OfflineCause,
  type OfflineCauses,
  type RuledOutKind,
} from '@trace/contract/offline-causes/offline-causes.schema';
import { offlineCauseRules as limits } from '@trace/contract/offline-causes/offline-causes.rules';
import { offlineCausesTexts as texts } from '@trace/contract/offline-causes/offline-causes.texts';
import type { LastReport } from '#features/device-status/device-status.port';
import type { PlannedOutage } from '#features/recent-updates/recent-updates.port';

/** The last data of a device and of what it depends on. */
export interface OfflineFacts {
  readonly now: Date;
  readonly report: LastReport;
  readonly isReplaced: boolean;
  /** Newest first, without positions and secrets. */
  readonly errors: readonly { text: string; at: Date }[];
  readonly powerCutAt: Date | null;
  readonly hub: { readonly name: string; readonly brokenSince: Date | null } | null;
  readonly lastFixAt: Date | null;
  /** Announced outages that have begun, newest first. */
  readonly outages: readonly PlannedOutage[];
  /** The end of the device's last certificate. Null: the device needs none, or has none. */
  readonly certificateEndsAt: Date | null;
  readonly areServersListening: boolean;
}

type Findings = Pick<OfflineCauses, 'causes' | 'isKnown' | 'ruledOut'>;
type Finding = Omit<OfflineCause, 'at' | 'kind' | 'likelihood'> & { at: Date | null; likelihood: Likelihood };

const order: readonly Likelihood[] = ['most_likely', 'possible', 'unlikely'];

/** SUPP-05: ranks the causes of a silent device. A device that reports has none. */
export function causesOf(facts: OfflineFacts): Findings {
  const { report, isReplaced } = facts;
  if (isReplaced) return only('replaced', null);
  if (report.status === 'awaiting') return only('never_connected', null);
  if (report.status === 'sleeping') return only('asleep', report.wakesAt);
  if (report.status === 'online' || report.status === 'updating') return { causes: [], isKnown: true, ruledOut: [] };
  const found = causeKinds.flatMap((kind) => {
    const finding = findings[kind]?.(facts);
    return finding ? [{ kind, ...finding }] : [];
  });
  const ranked = found.toSorted((one, other) => order.indexOf(one.likelihood) - order.indexOf(other.likelihood));
  return {
    causes: ranked.map(({ at, likelihood, ...cause }, index) => ({
      ...cause,
      // A single cause can be the most likely one.
      likelihood: likelihood === 'most_likely' && index > 0 ? 'possible' : likelihood,
      at: at?.toISOString() ?? null,
    })),
    isKnown: ranked.some(({ likelihood }) => likelihood !== 'unlikely'),
    ruledOut: ruledOutKinds.filter((kind) => isRuledOut[kind](facts)),
  };
}

function only(kind: CauseKind, at: Date | null): Findings {
  const cause = { kind, likelihood: 'most_likely', percent: null, quote: null, at: at?.toISOString() ?? null } as const;
  return { causes: [cause], isKnown: true, ruledOut: [] };
}

const bare = { percent: null, quote: null };

/** Words of carriers and modems for a SIM or network that refuses. */
const SIM_WORDS = /\b(pdp|sim|apn|imsi|carrier|roaming|attach|regist\w*|no service|network (?:reject|refus|den)\w*)\b/i;

const findings: Partial<Record<CauseKind, (facts: OfflineFacts) => Finding | null>> = {
  servers: ({ areServersListening, now }) =>
    areServersListening ? null : { ...bare, likelihood: 'most_likely', at: now },
  missed_wake: ({ report }) =>
    report.reported === 'sleeping' ? { ...bare, likelihood: 'possible', at: report.wakesAt } : null,
  update: ({ report }) =>
    report.reported === 'updating' ? { ...bare, likelihood: 'most_likely', at: report.heardAt } : null,
  sim: (facts) => {
    if (facts.report.networkType === 'ethernet') return null;
    const error = relatedErrors(facts).find(({ text }) => SIM_WORDS.test(text));
    return error ? { percent: null, quote: error.text, at: error.at, likelihood: 'most_likely' } : null;
  },
  power_cut: (facts) => {
    const { powerCutAt, report } = facts;
    if (powerCutAt === null || !isRelated(facts, powerCutAt) || report.externalPower === true) return null;
    return { percent: report.batteryPct, quote: null, at: powerCutAt, likelihood: 'most_likely' };
  },
  battery: ({ report: { batteryPct, externalPower, heardAt } }) => {
    if (batteryPct === null) return null;
    const power = externalPower === true ? texts.onPower : texts.noPower;
    const quote = externalPower === null ? null : power;
    return { percent: batteryPct, quote, at: heardAt, likelihood: batteryLikelihood(batteryPct, externalPower) };
  },
  signal: ({ report: { signalPct, networkType, heardAt } }) => {
    if (signalPct === null || networkType === 'ethernet') return null;
    return {
      percent: signalPct,
      quote: null,
      at: heardAt,
      likelihood: levelLikelihood(signalPct, limits.signalLostPct, limits.signalWeakPct),
    };
  },
  cable: ({ report: { networkType, heardAt } }) =>
    networkType === 'ethernet' ? { ...bare, likelihood: 'possible', at: heardAt } : null,
  outage: (facts) => {
    const outage = outageOf(facts);
    if (outage === null) return null;
    // After the end, the device should have come back.
    const likelihood = facts.now <= outage.endsAt ? 'most_likely' : 'unlikely';
    return { percent: null, quote: outage.title, at: outage.startsAt, likelihood };
  },
  certificate: ({ certificateEndsAt: at, now, report: { heardAt } }) => {
    if (at === null || at.getTime() - now.getTime() >= certificateRules.warnMs) return null;
    if (at > now) return { percent: null, quote: texts.certificateEnds, at, likelihood: 'unlikely' };
    // The connection of a device ends with its certificate, so a silence from then on has this cause.
    const isSilentSince = heardAt !== null && Math.abs(heardAt.getTime() - at.getTime()) <= limits.relatedMs;
    return { percent: null, quote: texts.certificateEnded, at, likelihood: isSilentSince ? 'most_likely' : 'possible' };
  },
  tampered: ({ report }) => (report.tampered === true ? { ...bare, likelihood: 'possible', at: report.heardAt } : null),
  device_error: (facts) => {
    const error = relatedErrors(facts).find(({ text }) => !SIM_WORDS.test(text));
    return error ? { percent: null, quote: error.text, at: error.at, likelihood: 'possible' } : null;
  },
  settings: ({ report }) => (report.configApplied ? null : { ...bare, likelihood: 'unlikely', at: report.heardAt }),
  fix: (facts) => (hadFix(facts) === false ? { ...bare, likelihood: 'possible', at: facts.lastFixAt } : null),
  hub: ({ hub }) =>
    hub !== null && hub.brokenSince !== null ? { ...bare, likelihood: 'unlikely', at: hub.brokenSince } : null,
};

const isRuledOut: Record<RuledOutKind, (facts: OfflineFacts) => boolean> = {
  servers: ({ areServersListening }) => areServersListening,
  sleep_mode: ({ report }) => !report.sleepModeEnabled && report.reported !== 'sleeping',
  hub: ({ hub }) => hub !== null && hub.brokenSince === null,
  fix: (facts) => hadFix(facts) === true,
  plan: () => true,
  outage: (facts) => outageOf(facts) === null,
};

function batteryLikelihood(percent: number, externalPower: boolean | null): Likelihood {
  const likelihood = levelLikelihood(percent, limits.batteryEmptyPct, limits.batteryLowPct);
  // A device on external power outlives its battery, unless that power was cut unnoticed.
  return likelihood === 'most_likely' && externalPower === true ? 'possible' : likelihood;
}

function levelLikelihood(percent: number, most: number, possible: number): Likelihood {
  if (percent < most) return 'most_likely';
  return percent < possible ? 'possible' : 'unlikely';
}

/** The errors shortly before or after the last message, with the error of the last report itself. */
function relatedErrors(facts: OfflineFacts): { text: string; at: Date }[] {
  const { heardAt, lastError } = facts.report;
  const reported = lastError === null || heardAt === null ? [] : [{ text: lastError, at: heardAt }];
  return [...reported, ...facts.errors.filter(({ at }) => isRelated(facts, at))];
}

function isRelated({ report: { heardAt } }: OfflineFacts, at: Date): boolean {
  return heardAt !== null && Math.abs(heardAt.getTime() - at.getTime()) <= limits.relatedMs;
}

/** The outage in which the device went silent. */
function outageOf({ outages, report: { heardAt } }: OfflineFacts): PlannedOutage | null {
  if (heardAt === null) return null;
  const isIn = ({ startsAt, endsAt }: PlannedOutage): boolean =>
    heardAt.getTime() >= startsAt.getTime() - limits.relatedMs && heardAt <= endsAt;
  return outages.find(isIn) ?? null;
}

/** Null when no fix is known. */
function hadFix({ lastFixAt, report: { heardAt } }: OfflineFacts): boolean | null {
  if (lastFixAt === null || heardAt === null) return null;
  return heardAt.getTime() - lastFixAt.getTime() <= limits.fixOldMs;
}
