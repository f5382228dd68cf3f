import { failureWords, isRefusal } from '#lib/http/api.ts';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Button, TextInput } from '@mantine/core';
import { DELETE_PHRASE, isDeletePhrase } from '@trace/contract/accounts/accounts.rules';
import type { Profile } from '@trace/contract/accounts/accounts.schema';
import { accountsTexts as texts } from '@trace/contract/accounts/accounts.texts';
import { useState, type FormEvent } from 'react';
import { AccountsDialog } from './accounts-dialog.tsx';
import classes from './accounts-settings.module.css';
import { useDeleteAccount } from './accounts.queries.ts';

/** Deletes the account after the user types a phrase, which prevents accidents (SET-02). */
export function AccountsDanger({ profile }: { profile: Profile }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <SectionCard title={texts.danger} isFlush>
      <div className={classes.fact}>
        <span>
          {texts.deleteText}
          {profile.userType === 'installer' && <span className={classes.note}>{texts.deleteDevices}</span>}
        </span>
        <Button color="red" variant="outline" onClick={() => setOpen(true)}>
          {texts.delete}
        </Button>
      </div>
      <DeleteDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </SectionCard>
  );
}

function DeleteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const remove = useDeleteAccount();
  const close = () => {
    setTyped('');
    remove.reset();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isDeletePhrase(typed)) remove.mutate(typed);
  };
  return (
    <AccountsDialog
      isOpen={isOpen}
      title={texts.delete}
      text={`${texts.deleteText} ${texts.deleteEmergency} ${texts.deleteKept}`}
      submitLabel={texts.delete}
      isWorking={remove.isPending}
      isDangerous
      isReady={isDeletePhrase(typed)}
      onSubmit={submit}
      onClose={close}
    >
      <TextInput
        label={texts.deleteType}
        placeholder={DELETE_PHRASE}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={isRefusal(remove.error, 'invalid_input') && failureWords(remove.error)}
      />
    </AccountsDialog>
  );
}
