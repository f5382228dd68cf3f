import { formatAge, formatExact } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { MoreButton, type PagedQuery } from '#ui/data/table/more-button.tsx';
import { showToast } from '#ui/dialogs/toast.tsx';
import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { Badge, Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DeviceCommand } from '@trace/contract/device-commands/device-commands.schema';
import type { CommandState } from '@trace/contract/device-commands/device-commands.rules';
import {
  commandLabel,
  commandStateLabel,
  deviceCommandsTexts as texts,
} from '@trace/contract/device-commands/device-commands.texts';
import classes from './device-commands-history.module.css';
import part from './device-commands-part.module.css';
import { formatCommandState, stepsOf } from './device-commands-format.ts';
import { aboutCommand } from './device-commands-send.ts';
import { rememberCommand, takeBack, timelineQuery } from './device-commands.queries.ts';

interface HistoryProps {
  serial: string;
  commands: readonly DeviceCommand[];
  timeline: PagedQuery & {
    isPending: boolean;
    isError: boolean;
    refetch: () => unknown;
  };
}

/** Lists every command with steps, outcome and sender (CTRL-04). */
export function DeviceCommandsHistory({ serial, commands, timeline }: HistoryProps) {
  return (
    <section aria-label={texts.history} className={classes.history}>
      <div className={part.partHead}>
        <h3 className={part.partTitle}>{texts.history}</h3>
        <span className={classes.stepNames}>{texts.historySteps}</span>
      </div>
      {timeline.isError && (
        <p className={part.hint} role="alert">
          {texts.historyFailed}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => void timeline.refetch()}>
            {texts.tryAgain}
          </Button>
        </p>
      )}
      {!timeline.isPending && !timeline.isError && commands.length === 0 && (
        <p className={part.hint}>{texts.historyEmpty}</p>
      )}
      <ul className={classes.rows}>
        {commands.map((command) => (
          <HistoryRow key={command.requestId} serial={serial} command={command} />
        ))}
      </ul>
      <MoreButton query={timeline} label={texts.more} variant="default" />
    </section>
  );
}

const colors: Record<CommandState, string> = {
  queued: 'gray',
  waiting: 'amber',
  sent: 'violet',
  acknowledged: 'violet',
  answered: 'green',
  failed: 'red',
  expired: 'red',
  cancelled: 'gray',
};

function HistoryRow({ serial, command }: { serial: string; command: DeviceCommand }) {
  const nowMs = useNow('halfMinute');
  const { state, createdAt, isMine, sentBy } = command;
  const label = commandLabel[command.command];
  return (
    <li className={classes.row}>
      <span className={classes.rowLabel}>{label}</span>
      <Steps command={command} />
      <Badge color={colors[state]} className={classes.rowState ?? ''}>
        {commandStateLabel[state]}
      </Badge>
      <span className={classes.rowText}>
        {formatCommandState(command)}{' '}
        {command.mayCancel && <CancelButton serial={serial} command={command} label={label} />}
      </span>
      <span className={classes.rowSender}>
        <span className={classes.senderName}>{isMine ? texts.you : (sentBy ?? texts.portal)}</span>,{' '}
        <time dateTime={createdAt} title={formatExact(createdAt)}>
          {formatAge(createdAt, nowMs)}
        </time>
      </span>
    </li>
  );
}

function Steps({ command }: { command: DeviceCommand }) {
  const steps = stepsOf(command);
  const made = steps.filter((step) => step === 'done').length;
  return (
    <span className={classes.steps} role="img" aria-label={texts.stepsOf(made)}>
      {steps.map((step, index) => (
        <span key={index} className={classes.step} data-look={step}>
          {step === 'done' && <IconCheck size={11} stroke={3} aria-hidden="true" />}
          {step === 'crossed' && <IconX size={11} stroke={3} aria-hidden="true" />}
        </span>
      ))}
    </span>
  );
}

function CancelButton({ serial, command, label }: { serial: string; command: DeviceCommand; label: string }) {
  const queryClient = useQueryClient();
  const cancelling = useMutation({
    mutationFn: () => takeBack(serial, command.requestId),
    onSuccess: (cancelled) => {
      rememberCommand(queryClient, cancelled);
      showToast({ tone: 'done', about: aboutCommand(serial, command.command), text: texts.cancelled });
    },
    // The command has been sent meanwhile, so the shown data is stale.
    onError: () => void queryClient.invalidateQueries({ queryKey: timelineQuery(serial).queryKey }),
  });
  return (
    <NeedsNetwork isTight>
      {(button) => (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={cancelling.isPending}
          aria-label={texts.cancelOf(label)}
          onClick={() => cancelling.mutate()}
          {...button}
        >
          {texts.cancel}
        </Button>
      )}
    </NeedsNetwork>
  );
}
