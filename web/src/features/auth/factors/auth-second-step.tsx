import { failureWords, isRefusal } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { Anchor, Stack, Text, Title } from '@mantine/core';
import type { Person } from '@trace/contract/auth/auth.schema';
import type { NextStep, SecondStep } from '@trace/contract/auth/factors/auth.second-factor.schema';
import { secondFactorTexts } from '@trace/contract/auth/factors/auth.second-factor.texts';
import { authTexts } from '@trace/contract/auth/auth.texts';
import { useState } from 'react';
import type { CodeKind } from './auth-code-field.tsx';
import { AuthCodeForm } from './auth-code-form.tsx';
import { AuthLostSecondFactor } from './auth-lost.tsx';
import { AuthRecoveryCodes } from './auth-recovery-codes.tsx';
import { AuthSetUp } from './auth-set-up.tsx';
import { useSecondStep } from './auth.second-factor.queries.ts';

interface SecondStepProps {
  next: NextStep;
  onSignedIn: (person: Person) => void;
  /** Returns to the password step, also when the second step has expired. */
  onBack: () => void;
}

/**
 * The step after a correct password: a code, or setting up a second factor if the account requires one (AUTH-15).
 */
export function AuthSecondStep({ next, onSignedIn, onBack }: SecondStepProps) {
  const [shown, setShown] = useState<{ person: Person; codes: string[] } | null>(null);
  const secondStep = useSecondStep();

  const onCode = async (step: SecondStep): Promise<string | null> => {
    try {
      const { person, recoveryCodes } = await secondStep.mutateAsync(step);
      if (recoveryCodes === null) onSignedIn(person);
      else setShown({ person, codes: recoveryCodes });
      return null;
    } catch (error) {
      const words = failureWords(error, authTexts.signInFailed);
      if (!isRefusal(error, 'gone')) return words;
      showToast({ tone: 'failed', about: 'sign-in', text: words });
      onBack();
      return null;
    }
  };

  if (shown !== null) {
    return (
      <Part title={secondFactorTexts.recoveryTitle} text={secondFactorTexts.recoveryText}>
        <AuthRecoveryCodes codes={shown.codes} onKept={() => onSignedIn(shown.person)} />
      </Part>
    );
  }
  if (next.step === 'set_up') {
    return (
      <Part title={secondFactorTexts.setUpTitle} text={secondFactorTexts.setUpRequired} onBack={onBack}>
        <AuthSetUp setUp={next.setUp} label={secondFactorTexts.confirm} onCode={onCode} />
      </Part>
    );
  }
  return <EnterCode removal={next.removal} onCode={onCode} onBack={onBack} />;
}

interface EnterCodeProps {
  removal: Extract<NextStep, { step: 'code' }>['removal'];
  onCode: (step: SecondStep) => Promise<string | null>;
  onBack: () => void;
}

function EnterCode({ removal, onCode, onBack }: EnterCodeProps) {
  const [kind, setKind] = useState<CodeKind>('code');
  const [isLost, setLost] = useState(removal !== null);
  const other = kind === 'code' ? 'recoveryCode' : 'code';
  return (
    <Part title={secondFactorTexts.stepTitle} text={secondFactorTexts.stepText} onBack={onBack}>
      <AuthCodeForm key={kind} kind={kind} label={secondFactorTexts.continue} onCode={onCode} />
      <Stack gap="xs" align="flex-start">
        <Anchor component="button" type="button" fz="sm" onClick={() => setKind(other)}>
          {kind === 'code' ? secondFactorTexts.useRecoveryCode : secondFactorTexts.useApp}
        </Anchor>
        {!isLost && (
          <Anchor component="button" type="button" fz="sm" onClick={() => setLost(true)}>
            {secondFactorTexts.lost}
          </Anchor>
        )}
      </Stack>
      {isLost && <AuthLostSecondFactor removal={removal} onEnded={onBack} />}
    </Part>
  );
}

interface PartProps {
  title: string;
  text: string;
  onBack?: () => void;
  children: React.ReactNode;
}

function Part({ title, text, onBack, children }: PartProps) {
  return (
    <Stack gap="md">
      <div>
        <Title order={2}>{title}</Title>
        <Text fz="sm" c="dimmed" mt={4}>
          {text}
        </Text>
      </div>
      {children}
      {onBack && (
        <Anchor component="button" type="button" fz="sm" ta="start" onClick={onBack}>
          {secondFactorTexts.back}
        </Anchor>
      )}
    </Stack>
  );
}
