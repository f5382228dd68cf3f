import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { showToast } from '#ui/dialogs/toast.tsx';
import { Badge, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SecondFactor, TotpSetUp } from '@trace/contract/auth/factors/auth.second-factor.schema';
import { secondFactorTexts } from '@trace/contract/auth/factors/auth.second-factor.texts';
import { useState } from 'react';
import { AuthDialog } from '../auth-dialog.tsx';
import { AuthQueryFailed } from '../sign-in/auth-query-failed.tsx';
import { AuthRecoveryCodes } from './auth-recovery-codes.tsx';
import { AuthSetUpDialog } from './auth-set-up-dialog.tsx';
import {
  secondFactorQuery,
  useRenewRecoveryCodes,
  useStartSecondFactor,
  useTurnOffSecondFactor,
} from './auth.second-factor.queries.ts';

/** Two-step sign-in in the settings (AUTH-15): on or off, and the recovery codes. */
export function AuthSecondFactorCard() {
  const { data, error, refetch } = useQuery(secondFactorQuery);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <SectionCard title={secondFactorTexts.title} aside={data && <StateBadge isOn={data.isOn} />}>
      <Text fz="sm" c="dimmed" mb="md">
        {secondFactorTexts.intro}
      </Text>
      {error && !data && <AuthQueryFailed error={error} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingText />}
      {data && (data.isOn ? <WhenOn state={data} onCodes={setCodes} /> : <WhenOff onCodes={setCodes} />)}
      {codes !== null && (
        <AuthDialog
          title={secondFactorTexts.recoveryTitle}
          text={secondFactorTexts.recoveryText}
          isFirm
          onClose={() => setCodes(null)}
        >
          <AuthRecoveryCodes codes={codes} onKept={() => setCodes(null)} />
        </AuthDialog>
      )}
    </SectionCard>
  );
}

function StateBadge({ isOn }: { isOn: boolean }) {
  return <Badge color={isOn ? 'green' : 'gray'}>{isOn ? secondFactorTexts.on : secondFactorTexts.off}</Badge>;
}

type OnCodes = (codes: readonly string[]) => void;

function WhenOff({ onCodes }: { onCodes: OnCodes }) {
  const start = useStartSecondFactor();
  const [setUp, setSetUp] = useState<TotpSetUp | null>(null);
  return (
    <>
      <Button onClick={() => start.mutate(undefined, { onSuccess: setSetUp })} loading={start.isPending}>
        {secondFactorTexts.turnOn}
      </Button>
      {setUp !== null && (
        <AuthSetUpDialog
          setUp={setUp}
          onClose={() => setSetUp(null)}
          onDone={(codes) => {
            setSetUp(null);
            onCodes(codes);
          }}
        />
      )}
    </>
  );
}

function WhenOn({ state, onCodes }: { state: SecondFactor; onCodes: OnCodes }) {
  const [asked, setAsked] = useState<'renew' | 'off' | null>(null);
  const renew = useRenewRecoveryCodes();
  const turnOff = useTurnOffSecondFactor();
  const close = () => setAsked(null);

  const confirmRenew = () =>
    renew.mutate(undefined, { onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes), onSettled: close });
  const confirmOff = () =>
    turnOff.mutate(undefined, {
      onSuccess: () => showToast({ tone: 'done', about: 'two-step sign-in', text: secondFactorTexts.turnedOff }),
      onSettled: close,
    });

  return (
    <>
      <Text fz="sm" mb="sm">
        {secondFactorTexts.recoveryLeft(state.recoveryCodesLeft)}
      </Text>
      <Group gap="xs">
        <Button variant="default" onClick={() => setAsked('renew')}>
          {secondFactorTexts.recoveryRenew}
        </Button>
        {!state.isRequired && (
          <Button variant="default" onClick={() => setAsked('off')}>
            {secondFactorTexts.turnOff}
          </Button>
        )}
      </Group>
      {state.isRequired && (
        <Text fz="sm" c="dimmed" mt="sm">
          {secondFactorTexts.required}
        </Text>
      )}
      <ConfirmDialog
        isOpen={asked === 'renew'}
        title={secondFactorTexts.recoveryRenewTitle}
        confirmLabel={secondFactorTexts.recoveryRenew}
        isWorking={renew.isPending}
        onConfirm={confirmRenew}
        onClose={close}
      >
        {secondFactorTexts.recoveryRenewText}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'off'}
        title={secondFactorTexts.turnOffTitle}
        confirmLabel={secondFactorTexts.turnOff}
        isWorking={turnOff.isPending}
        onConfirm={confirmOff}
        onClose={close}
      >
        {secondFactorTexts.turnOffText}
      </ConfirmDialog>
    </>
  );
}
