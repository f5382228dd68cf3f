import { SearchField } from '#ui/controls/search-field.tsx';
import { Age } from '#ui/data/age.tsx';
import { RowCard, RowCardHead } from '#ui/data/table/row-cards.tsx';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { Button, SegmentedControl } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { mailStates, operationsRules, type MailState } from '@trace/contract/operations/operations.rules';
import type { MailRow } from '@trace/contract/operations/operations.schema';
import { operationsTexts as texts } from '@trace/contract/operations/operations.texts';
import { useState } from 'react';
import { PagedList } from './operations-list.tsx';
import classes from './operations-list.module.css';
import { OperationsMailText } from './operations-mail-text.tsx';
import { mailsQuery, useResendMail } from './operations.queries.ts';

interface MailsDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** The emails of one state. Without a mail server, an email that waits can be read here. */
export function OperationsMailsDialog({ isOpen, onClose }: MailsDialogProps) {
  const [readId, setReadId] = useState<string | null>(null);
  return (
    <Dialog
      isOpen={isOpen}
      title={texts.parts.mail}
      size="lg"
      isTall
      onClose={onClose}
      onClosed={() => setReadId(null)}
    >
      {readId === null ? (
        <Mails onRead={setReadId} onClose={onClose} />
      ) : (
        <OperationsMailText id={readId} onBack={() => setReadId(null)} />
      )}
    </Dialog>
  );
}

function Mails({ onRead, onClose }: { onRead: (id: string) => void; onClose: () => void }) {
  const [state, setState] = useState<MailState>('waiting');
  const [search, setSearch] = useState('');
  const query = useInfiniteQuery(mailsQuery(state, search));
  const mails = query.data?.pages.flatMap((page) => page.mails) ?? [];
  const isConfigured = query.data?.pages[0]?.isConfigured ?? true;
  return (
    <>
      <div className={classes.filters}>
        <SegmentedControl
          aria-label={texts.mailState}
          data={mailStates.map((value) => ({ value, label: texts.mailStates[value] }))}
          value={state}
          onChange={setState}
        />
        <SearchField
          label={texts.mailSearch}
          maxLength={operationsRules.searchMaxLength}
          className={classes.search}
          onSearch={setSearch}
        />
      </div>
      <PagedList
        label={texts.parts.mail}
        query={query}
        icon={IconMail}
        empty={search === '' ? texts.noMails[state] : texts.noMailsFound}
        onClose={onClose}
        rows={mails.map((mail) => (
          <MailCard key={mail.id} mail={mail} isConfigured={isConfigured} onRead={() => onRead(mail.id)} />
        ))}
      />
    </>
  );
}

interface MailCardProps {
  mail: MailRow;
  isConfigured: boolean;
  onRead: () => void;
}

function MailCard({ mail, isConfigured, onRead }: MailCardProps) {
  const { id, recipient, subject, state, attempts, lastError, createdAt, sentAt, hasText } = mail;
  const resend = useResendMail();
  const mayResend = isConfigured && state !== 'sent' && hasText;
  const mayRead = !isConfigured && hasText;
  return (
    <RowCard className={classes.row}>
      <RowCardHead>
        <div className={classes.main}>
          <p className={classes.title}>{recipient}</p>
          <p className={classes.sub} dir="auto">
            {subject}
          </p>
        </div>
        {(mayResend || mayRead) && (
          <div className={classes.actions}>
            {mayRead && (
              <Button size="xs" variant="default" aria-label={texts.readOf(recipient)} onClick={onRead}>
                {texts.read}
              </Button>
            )}
            {mayResend && (
              <Button
                size="xs"
                variant="default"
                aria-label={texts.resendOf(recipient)}
                loading={resend.isPending}
                onClick={() => resend.mutate(id)}
              >
                {texts.resend}
              </Button>
            )}
          </div>
        )}
      </RowCardHead>
      <p className={classes.facts}>
        <Age at={sentAt ?? createdAt} />
        {attempts > 0 && ` · ${texts.attempts(attempts)}`}
        {lastError !== null && ` · ${lastError}`}
      </p>
    </RowCard>
  );
}
