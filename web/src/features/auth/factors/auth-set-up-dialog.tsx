import { failureWords, isRefusal } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button } from '@mantine/core';
import type { SecondStep, TotpSetUp } from '@trace/contract/auth/factors/auth.second-factor.schema';
import { secondFactorTexts } from '@trace/contract/auth/factors/auth.second-factor.texts';
import { AuthDialog } from '../auth-dialog.tsx';
import { AuthSetUp } from './auth-set-up.tsx';
import { useConfirmSecondFactor } from './auth.second-factor.queries.ts';

interface SetUpDialogProps {
  setUp: TotpSetUp;
  onDone: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** Turns two-step sign-in on: the key, then its first code. */
export function AuthSetUpDialog({ setUp, onDone, onClose }: SetUpDialogProps) {
  const confirm = useConfirmSecondFactor();

  const onCode = async (step: SecondStep): Promise<string | null> => {
    if (!('code' in step)) return secondFactorTexts.codeMissing;
    try {
      const { recoveryCodes } = await confirm.mutateAsync(step.code);
      showToast({ tone: 'done', about: 'two-step sign-in', text: secondFactorTexts.turnedOn });
      onDone(recoveryCodes);
      return null;
    } catch (error) {
      const words = failureWords(error, secondFactorTexts.wrongCode);
      if (!isRefusal(error, 'gone')) return words;
      showToast({ tone: 'failed', about: 'two-step sign-in', text: words });
      onClose();
      return null;
    }
  };

  return (
    <AuthDialog title={secondFactorTexts.setUpTitle} onClose={onClose}>
      <AuthSetUp setUp={setUp} label={secondFactorTexts.confirm} onCode={onCode} />
      <DialogActions>
        <Button variant="subtle" onClick={onClose}>
          {secondFactorTexts.cancel}
        </Button>
      </DialogActions>
    </AuthDialog>
  );
}
