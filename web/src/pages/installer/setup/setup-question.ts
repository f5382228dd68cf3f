import { draftTexts } from '@trace/contract/devices/registration/devices.draft.texts';
import { deviceName } from '@trace/contract/devices/devices.rules';
import { useState } from 'react';

/** A question before something that was typed or that waits is replaced (REG-14). */
export interface SetupQuestion {
  title: string;
  text: string;
  confirmLabel: string;
  confirm: () => void;
}

/** The open question of the form, if any. */
export function useSetupQuestion() {
  const [question, setQuestion] = useState<SetupQuestion | null>(null);
  return {
    question,
    askAboutLabel: (typed: string, scanned: string, confirm: () => void) =>
      setQuestion({
        title: draftTexts.replaceLabelTitle(typed),
        text: draftTexts.replaceLabelText(scanned),
        confirmLabel: draftTexts.replaceLabel,
        confirm,
      }),
    askAboutTyped: (refused: { serialNumber: string; nickname: string | null }, confirm: () => void) =>
      setQuestion({
        title: draftTexts.replaceTypedTitle,
        text: draftTexts.replaceTypedText(deviceName(refused.serialNumber, refused.nickname?.trim() || null)),
        confirmLabel: draftTexts.replaceTyped,
        confirm,
      }),
    askAboutWaiting: (other: { serialNumber: string; nickname: string | null }, confirm: () => void) =>
      setQuestion({
        title: draftTexts.replaceWaitingTitle(other.serialNumber),
        text: draftTexts.replaceWaitingText(deviceName(other.serialNumber, other.nickname?.trim() || null)),
        confirmLabel: draftTexts.replaceWaiting,
        confirm,
      }),
    answer: (isConfirmed: boolean) => {
      setQuestion(null);
      if (isConfirmed) question?.confirm();
    },
  };
}
