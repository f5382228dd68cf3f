import { failureWords } from '#lib/http/api.ts';
import { Age } from '#ui/data/age.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { alarmParts, operationsParts, operationsRules } from '@trace/contract/operations/operations.rules';
import type { Operations } from '@trace/contract/operations/operations.schema';
import { operationsTexts as texts } from '@trace/contract/operations/operations.texts';
import { useState } from 'react';
import { OperationsJobsDialog } from './operations-jobs-dialog.tsx';
import { OperationsMailsDialog } from './operations-mails-dialog.tsx';
import classes from './operations-overview.module.css';
import { parts, type OperationsList } from './operations-parts.tsx';
import { OperationsProcesses } from './operations-processes.tsx';
import { OperationsQuarantineDialog } from './operations-quarantine-dialog.tsx';
import { operationsQuery } from './operations.queries.ts';

/** SUPP-06: the overall state in one line, and a card per part. Parts with alarms come first. */
export function OperationsOverview() {
  const { data, error, refetch } = useQuery(operationsQuery);
  const [list, setList] = useState<OperationsList | null>(null);
  const close = () => setList(null);
  if (!data) {
    if (!error) return <LoadingText>{texts.loading}</LoadingText>;
    const again = (
      <Button variant="default" onClick={() => void refetch()}>
        {texts.tryAgain}
      </Button>
    );
    return <EmptyState icon={IconPlugConnectedX} text={failureWords(error, texts.loadFailed)} action={again} />;
  }
  const alarmsOf = (part: string) => data.alarms.filter(({ code }) => alarmParts[code] === part);
  const ordered = operationsParts.toSorted((a, b) => Number(alarmsOf(b).length > 0) - Number(alarmsOf(a).length > 0));
  return (
    <>
      <OverallState state={data} />
      <div className={classes.parts}>
        {ordered.map((part) => {
          const Part = parts[part];
          return <Part key={part} state={data} alarms={alarmsOf(part)} open={setList} />;
        })}
      </div>
      <OperationsProcesses processes={data.processes} />
      <OperationsMailsDialog isOpen={list === 'mails'} onClose={close} />
      <OperationsJobsDialog isOpen={list === 'jobs'} onClose={close} />
      <OperationsQuarantineDialog isOpen={list === 'quarantine'} onClose={close} />
    </>
  );
}

function OverallState({ state: { alarms, at } }: { state: Operations }) {
  const isCalm = alarms.length === 0;
  const Sign = isCalm ? IconCircleCheck : IconAlertTriangle;
  return (
    <div className={classes.overall}>
      <p role="status" className={classes.state} data-alarm={!isCalm || undefined}>
        <Sign size={22} stroke={1.7} aria-hidden="true" />
        {isCalm ? texts.allWell : texts.alarms(alarms.length)}
      </p>
      <span className={classes.measured}>
        <Age at={at} prefix={texts.measured} staleAfterMs={operationsRules.refreshMs * 3} />
      </span>
    </div>
  );
}
