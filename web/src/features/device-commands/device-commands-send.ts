import { failureWords, isRefusal } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useQueryClient } from '@tanstack/react-query';
import {
  commandTimeoutMs,
  deviceCommandsRules,
  isFinished,
  type PanelCommand,
} from '@trace/contract/device-commands/device-commands.rules';
import type { DeviceCommand } from '@trace/contract/device-commands/device-commands.schema';
import { deviceCommandsTexts as texts } from '@trace/contract/device-commands/device-commands.texts';
import { ApiError } from '@trace/contract/kernel/client';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { giveCommand, timelineQuery, type SendBody } from './device-commands.queries.ts';
import { formatAnswer } from './device-commands-format.ts';

/** The key of `pingWaitsQuery`. A feature of the web imports no other feature. */
const pingWaitsKey = ['ping-waits'];

type Wish = {
  [Name in PanelCommand]: Omit<Extract<SendBody, { command: Name }>, 'serialNumber' | 'requestId'>;
}[PanelCommand];

/** Commands whose answer this page waits for, and until when (ms). */
type Pending = Partial<Record<PanelCommand, { id: string; endsAt: number }>>;

const entriesOf = (pending: Pending) => Object.entries(pending) as [PanelCommand, Pending[PanelCommand]][];

export interface CommandSender {
  isPending: (command: PanelCommand) => boolean;
  /** The value being set, before the server knows the value. */
  wanted: boolean | null;
  give: (wish: Wish) => void;
}

/** Sends commands and shows their outcome. Waiting ends 5 s after the command's own timeout (CTRL-03). */
export function useSendCommand(serial: string, commands: readonly DeviceCommand[]): CommandSender {
  const queryClient = useQueryClient();
  const [pending, setPending] = useState<Pending>({});
  const [set, setSet] = useState<boolean | null>(null);
  const shown = useRef(new Set<string>());

  const endOf = (command: PanelCommand): DeviceCommand | undefined =>
    command === 'getLocation'
      ? undefined
      : commands.find((one) => one.requestId === pending[command]?.id && isOver(one));
  const isPending = (command: PanelCommand): boolean => pending[command] !== undefined && !endOf(command);

  const showEnds = useEffectEvent(() => {
    for (const [command] of entriesOf(pending)) {
      const end = endOf(command);
      if (end === undefined || shown.current.has(end.requestId)) continue;
      shown.current.add(end.requestId);
      showEnd(serial, end);
    }
  });
  useEffect(() => showEnds(), [commands, pending]);

  const stop = (command: PanelCommand, id: string) =>
    setPending((before) => (before[command]?.id === id ? { ...before, [command]: undefined } : before));

  const giveUp = useEffectEvent((command: PanelCommand, id: string) => {
    if (isPending(command)) showToast({ tone: 'info', about: aboutCommand(serial, command), text: texts.noAnswer });
    stop(command, id);
  });
  useEffect(() => {
    const timers = entriesOf(pending).map(
      ([command, waited]) => waited && setTimeout(() => giveUp(command, waited.id), waited.endsAt - Date.now()),
    );
    return () => timers.forEach((timer) => clearTimeout(timer));
  }, [pending]);

  const give = async (wish: Wish): Promise<void> => {
    const requestId = crypto.randomUUID();
    const { command } = wish;
    const endsAt = Date.now() + commandTimeoutMs[command] + deviceCommandsRules.loadingGraceMs;
    setPending((before) => ({ ...before, [command]: { id: requestId, endsAt } }));
    if (wish.command === 'configure') setSet(wish.parameters.sleepModeEnabled ?? null);
    try {
      const answer = await giveCommand({ ...wish, serialNumber: serial, requestId });
      if (!answer.success) fail(serial, command, answer.error ?? texts.unknownError);
      else if (command === 'getLocation') showOnPage(serial, command, answer.message ?? texts.located);
      if (command === 'getLocation' || !answer.success) stop(command, requestId);
      // The dashboard shows the wait, and later its end, only if it knows the wait.
      if (command === 'getLocation' && answer.state === 'waiting')
        await queryClient.invalidateQueries({ queryKey: pingWaitsKey });
    } catch (error) {
      stop(command, requestId);
      fail(serial, command, reasonOf(error), titleOf(error));
    }
    await queryClient.invalidateQueries({ queryKey: timelineQuery(serial).queryKey });
  };

  return {
    isPending,
    wanted: isPending('configure') ? set : null,
    give: (wish) => void give(wish),
  };
}

/** The command has ended or waits for an absent device. A button does not keep loading for an absent device. */
const isOver = ({ state }: DeviceCommand): boolean => isFinished(state) || state === 'waiting';

function showEnd(serial: string, { command, state, answer }: DeviceCommand): void {
  if (state === 'waiting') return showOnPage(serial, command, texts.waitsForDevice);
  if (state === 'expired') return fail(serial, command, texts.expired);
  if (state === 'failed') return fail(serial, command, answer?.message ?? texts.unknownError);
  if (state === 'answered' && command === 'getLogs' && !answer?.logs?.length)
    return showToast({
      tone: 'info',
      about: aboutCommand(serial, command),
      title: texts.noLogs,
      text: texts.noLogsText,
    });
  if (state === 'answered' && answer !== null) showOnPage(serial, command, formatAnswer(command, answer));
}

/** The console and the history of commands show the answer. */
function showOnPage(serial: string, command: string, text: string): void {
  showToast({ tone: 'done', about: aboutCommand(serial, command), text, isOnPage: true });
}

/** UDASH-12: the toasts about a command of a device replace each other. */
export const aboutCommand = (serial: string, command: string): string => `${command} ${serial}`;

function fail(serial: string, command: string, text: string, title?: string): void {
  const usual = command === 'configure' ? texts.configurationFailed : texts.commandFailed;
  showToast({ tone: 'failed', about: aboutCommand(serial, command), title: title ?? usual, text });
}

/** Returns the title of a failure that has its own. */
function titleOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return texts.responseError;
  return isRefusal(error, 'daily_ping_limit') ? pingTexts.limitTitle : undefined;
}

/**
 * Returns the server's message, or the status when the message is missing. An unreadable answer counts as no answer.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return texts.responseErrorText;
  const isSilent = error.status !== 0 && (error.refusal === null || error.refusal.code === 'internal');
  return isSilent ? texts.httpFailed(error.status) : failureWords(error);
}
