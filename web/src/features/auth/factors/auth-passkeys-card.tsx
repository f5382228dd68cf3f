import { formatExact } from '#lib/format.ts';
import { Age } from '#ui/data/age.tsx';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { showToast } from '#ui/dialogs/toast.tsx';
import { Badge, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Passkey } from '@trace/contract/auth/factors/auth.passkeys.schema';
import { passkeyTexts } from '@trace/contract/auth/factors/auth.passkeys.texts';
import { useState } from 'react';
import { canUsePasskeys } from './auth-passkey-device.ts';
import { AuthNewPasskey, AuthRenamePasskey } from './auth-passkey-dialogs.tsx';
import classes from './auth-passkeys-card.module.css';
import { AuthQueryFailed } from '../sign-in/auth-query-failed.tsx';
import { passkeysQuery, useRemovePasskey } from './auth.passkeys.queries.ts';

type Asked = { what: 'rename' | 'remove'; passkey: Passkey } | { what: 'add' };

/** The passkeys in the settings (AUTH-15): lists, adds and removes passkeys. */
export function AuthPasskeysCard() {
  const { data, error, refetch } = useQuery(passkeysQuery);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <SectionCard title={passkeyTexts.title}>
      <Text fz="sm" c="dimmed" mb="md">
        {passkeyTexts.intro}
      </Text>
      {error && !data && <AuthQueryFailed error={error} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingText />}
      {data && <PasskeyList passkeys={data.passkeys} onAsk={setAsked} />}
      {canUsePasskeys() ? (
        <Button variant="default" mt="md" onClick={() => setAsked({ what: 'add' })}>
          {passkeyTexts.add}
        </Button>
      ) : (
        <Text fz="sm" c="dimmed" mt="md">
          {passkeyTexts.unsupported}
        </Text>
      )}
      {asked?.what === 'add' && <AuthNewPasskey onClose={close} />}
      {asked?.what === 'rename' && <AuthRenamePasskey passkey={asked.passkey} onClose={close} />}
      <RemovePasskey passkey={asked?.what === 'remove' ? asked.passkey : null} onClose={close} />
    </SectionCard>
  );
}

function PasskeyList({ passkeys, onAsk }: { passkeys: readonly Passkey[]; onAsk: (asked: Asked) => void }) {
  if (passkeys.length === 0) return <Text fz="sm">{passkeyTexts.none}</Text>;
  return (
    <ul className={classes.list}>
      {passkeys.map((passkey) => (
        <li key={passkey.id} className={classes.row}>
          <div className={classes.words}>
            <span className={classes.name}>
              {passkey.name}
              {passkey.isSynced && <Badge color="gray">{passkeyTexts.synced}</Badge>}
            </span>
            <span className={classes.facts} title={formatExact(passkey.createdAt)}>
              <Age at={passkey.createdAt} prefix={passkeyTexts.created('').trim()} />,{' '}
              {passkey.lastUsedAt === null ? (
                passkeyTexts.neverUsed
              ) : (
                <Age at={passkey.lastUsedAt} prefix={passkeyTexts.used('').trim()} />
              )}
            </span>
          </div>
          <Group gap="xs" wrap="nowrap">
            <Button
              variant="default"
              size="xs"
              aria-label={passkeyTexts.renameOf(passkey.name)}
              onClick={() => onAsk({ what: 'rename', passkey })}
            >
              {passkeyTexts.rename}
            </Button>
            <Button
              variant="default"
              size="xs"
              aria-label={passkeyTexts.removeOf(passkey.name)}
              onClick={() => onAsk({ what: 'remove', passkey })}
            >
              {passkeyTexts.remove}
            </Button>
          </Group>
        </li>
      ))}
    </ul>
  );
}

function RemovePasskey({ passkey, onClose }: { passkey: Passkey | null; onClose: () => void }) {
  const remove = useRemovePasskey();
  const confirm = () => {
    if (passkey === null) return;
    remove.mutate(passkey.id, {
      onSuccess: () => showToast({ tone: 'done', about: 'passkeys', text: passkeyTexts.removed }),
      onSettled: onClose,
    });
  };
  return (
    <ConfirmDialog
      isOpen={passkey !== null}
      title={passkeyTexts.removeTitle}
      confirmLabel={passkeyTexts.remove}
      isWorking={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {passkeyTexts.removeText(passkey?.name ?? '')}
    </ConfirmDialog>
  );
}
