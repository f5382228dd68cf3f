import { failureWords } from '#lib/http/api.ts';
import { formatExact, formatTimeWithSeconds, zoneName } from '#lib/format.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { Button } from '@mantine/core';
import { IconDatabaseSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type {
  CommandAnswer,
  DeviceCommand,
  DeviceResponse,
} from '@trace/contract/device-commands/device-commands.schema';
import { commandLabel, deviceCommandsTexts as texts } from '@trace/contract/device-commands/device-commands.texts';
import { ApiError } from '@trace/contract/kernel/client';
import { formatAnswer, formatLogLine } from './device-commands-format.ts';
import classes from './device-commands-console.module.css';
import part from './device-commands-part.module.css';
import { responsesQuery } from './device-commands.queries.ts';

interface ConsoleProps {
  serial: string;
  commands: readonly DeviceCommand[];
}

/** Shows the device's answers as they arrive (CTRL-03). Check DB shows the stored data of the device (CTRL-01). */
export function DeviceCommandsConsole({ serial, commands }: ConsoleProps) {
  const responses = useQuery(responsesQuery(serial));
  const answered = commands.filter(({ answer }) => answer !== null);
  const check = async () => {
    const { error } = await responses.refetch();
    if (error)
      showToast({ tone: 'failed', about: `answers ${serial}`, title: texts.responseError, text: wordsOf(error) });
  };
  return (
    <section aria-label={texts.console} className={classes.console}>
      <div className={part.partHead}>
        <h3 className={part.partTitle}>{texts.console}</h3>
        <NeedsNetwork isTight>
          {(button) => (
            <Button
              variant="default"
              size="sm"
              leftSection={<IconDatabaseSearch size={16} stroke={1.7} />}
              loading={responses.isFetching}
              onClick={() => void check()}
              {...button}
            >
              {texts.checkDb}
            </Button>
          )}
        </NeedsNetwork>
      </div>
      {responses.data && <StoredAnswers responses={responses.data} />}
      <div aria-live="polite">
        {answered.length === 0 ? (
          <p className={part.hint}>{texts.consoleEmpty}</p>
        ) : (
          <ul className={classes.lines}>
            {answered.map((command) => (
              <ConsoleLine
                key={command.requestId}
                at={command.finishedAt ?? command.createdAt}
                command={command.command}
                answer={command.answer!}
              />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

const wordsOf = (error: Error): string => (error instanceof ApiError ? failureWords(error) : texts.responseErrorText);

function StoredAnswers({ responses }: { responses: readonly DeviceResponse[] }) {
  return (
    <div className={classes.stored}>
      <h4 className={classes.storedTitle}>{texts.checkDbTitle}</h4>
      {responses.length === 0 && <p className={part.hint}>{texts.checkDbEmpty}</p>}
      <ul className={classes.lines}>
        {responses.map(({ requestId, at, command, answer }) => (
          <ConsoleLine key={requestId} at={at} command={command} answer={answer} requestId={requestId} />
        ))}
      </ul>
    </div>
  );
}

interface LineProps {
  at: string;
  command: DeviceCommand['command'];
  answer: CommandAnswer;
  requestId?: string;
}

function ConsoleLine({ at, command, answer, requestId }: LineProps) {
  return (
    <li className={classes.line} data-failed={!answer.success || undefined}>
      <time className={classes.lineTime} dateTime={at} title={formatExact(at)}>
        {formatTimeWithSeconds(at)}
      </time>
      <span className={classes.lineLabel}>{commandLabel[command]}</span>
      <span className={classes.lineText}>
        {formatAnswer(command, answer)}
        {requestId !== undefined && (
          <span className={classes.requestId}>
            {texts.requestId} {requestId}
          </span>
        )}
        {answer.logs && answer.logs.length > 0 && <LogLines logs={answer.logs} />}
      </span>
    </li>
  );
}

/** The last line is the newest. */
function LogLines({ logs }: { logs: readonly string[] }) {
  const lines = logs.map(formatLogLine);
  const hasTimes = lines.some((line, index) => line !== logs[index]);
  return (
    <>
      {hasTimes && <span className={classes.zone}>{texts.logZone(zoneName())}</span>}
      {/* The arrow keys scroll the console without a mouse. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ol className={classes.logs} tabIndex={0} aria-label={texts.getLogs}>
        {lines.map((line, index) => (
          <li key={`${index} ${line}`}>{line}</li>
        ))}
      </ol>
    </>
  );
}
