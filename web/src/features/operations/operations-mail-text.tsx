import { failureWords } from '#lib/http/api.ts';
import { DialogActions } from '#ui/dialogs/dialog.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { operationsTexts as texts } from '@trace/contract/operations/operations.texts';
import classes from './operations-list.module.css';
import { mailTextQuery } from './operations.queries.ts';

/** The text of an email that waits. The server records each read. */
export function OperationsMailText({ id, onBack }: { id: string; onBack: () => void }) {
  const { data, error } = useQuery(mailTextQuery(id));
  return (
    <>
      <p className={classes.intro}>{texts.readNotice}</p>
      {!data && !error && <LoadingText />}
      {!data && error && <EmptyState icon={IconMailOff} text={failureWords(error, texts.readFailed)} />}
      {data && (
        <>
          <div className={classes.main}>
            <p className={classes.title} dir="auto">
              {data.subject}
            </p>
            <p className={classes.sub}>{texts.to(data.recipient)}</p>
          </div>
          <pre className={classes.text} dir="auto">
            {data.text}
          </pre>
        </>
      )}
      <DialogActions>
        <Button variant="default" onClick={onBack}>
          {texts.back}
        </Button>
      </DialogActions>
    </>
  );
}
