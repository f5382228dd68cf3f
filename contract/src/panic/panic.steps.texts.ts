import {
  channelWords,
  hubWords,
  joinNames,
  outcomeWords,
  panicKindWords,
  panicScreenTexts,
  spanWords,
} from './panic.screen.texts.ts';
import type { PanicChannel } from './panic.rules.ts';
import type { PanicStep, PanicStepKind } from './panic.steps.schema.ts';

export interface StepWords {
  title: string;
  detail: string | null;
}

interface StepOptions {
  /** Several devices take part, so each position names its device. */
  isDeviceNamed?: boolean;
}

type StepOf<Kind extends PanicStepKind> = Extract<PanicStep, { kind: Kind }>;
type Writers = { [Kind in PanicStepKind]: (step: StepOf<Kind>, options: StepOptions) => StepWords };

const METRES_PER_KM = 1_000;

/** '850 m', '1.1 km'. */
export const metresWords = (metres: number): string =>
  metres < METRES_PER_KM ? `${Math.round(metres)} m` : `${(metres / METRES_PER_KM).toFixed(1)} km`;

const secondsWords = (seconds: number): string => spanWords(seconds * 1_000);

const channelsOf = (channels: readonly PanicChannel[]): string =>
  channels.map((channel) => channelWords[channel]).join(', ');

const listed = (...parts: readonly (string | null | false)[]): string | null =>
  parts.filter((part) => part !== null && part !== false && part !== '').join(', ') || null;

const writers: Writers = {
  pressed: ({ alarm, hubName, trigger, isRepeat }) => ({
    title: isRepeat ? `${pressedWords(alarm)} again` : pressedWords(alarm),
    detail: listed(hubName && raised(hubWords(hubName)), trigger),
  }),
  position_requested: ({ deviceName }) => ({ title: 'Fresh position requested', detail: `From ${deviceName}` }),
  position_received: ({ deviceName, afterSec, accuracyM, movedM, staleSec }, { isDeviceNamed = false }) => ({
    title: staleSec === null ? 'Position received' : 'Old position received',
    detail: listed(
      isDeviceNamed && deviceName,
      afterSec !== null && `After ${secondsWords(afterSec)}`,
      accuracyM !== null && panicScreenTexts.accuracy(accuracyM),
      movedM !== null && `${metresWords(movedM)} from the first`,
      staleSec !== null && `${secondsWords(staleSec)} old on arrival`,
    ),
  }),
  notified: ({ names, channels }) => ({ title: `${joinNames(names)} told`, detail: channelsOf(channels) || null }),
  escalated: ({ afterSec, names, channels }) => ({
    title: `No one took it for ${secondsWords(afterSec)}`,
    detail: names.length === 0 ? null : listed(`${joinNames(names)} told`, channelsOf(channels)),
  }),
  nobody_there: () => ({ title: panicScreenTexts.nobodyThere, detail: null }),
  nobody_took: () => ({ title: panicScreenTexts.nobodyTook, detail: 'Everyone is reminded' }),
  seen: ({ name, role }) => ({ title: `${name} opened it`, detail: panicScreenTexts.roles[role] }),
  taken: ({ name, role }) => ({ title: `${name} took it`, detail: panicScreenTexts.roles[role] }),
  released: ({ name, role, hasLeft }) => ({
    title: hasLeft === true ? `${name} can no longer help` : `${name} gave it back`,
    detail: panicScreenTexts.roles[role],
  }),
  noted: ({ name, text }) => ({ title: `Note by ${name}`, detail: text }),
  closed: ({ name, outcome, note }) => ({
    title: `Closed: ${outcomeWords[outcome].toLowerCase()}`,
    detail: listed(name === null ? 'By the portal' : `By ${name}`, note),
  }),
};

/** A line of the timeline in words. */
export function stepWords(step: PanicStep, options: StepOptions = {}): StepWords {
  const write = writers[step.kind] as (step: PanicStep, options: StepOptions) => StepWords;
  return write(step, options);
}

const raised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const pressedWords = (alarm: StepOf<'pressed'>['alarm']): string =>
  alarm === 'panic' ? 'Panic button pressed' : panicKindWords[alarm];
