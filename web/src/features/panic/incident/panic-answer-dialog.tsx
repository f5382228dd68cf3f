import { failureWords } from '#lib/http/api.ts';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { useSinglePress } from '#ui/dialogs/single-press.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { Button, Radio, Stack, Textarea } from '@mantine/core';
import { choosableOutcomes, panicRules } from '@trace/contract/panic/panic.rules';
import { panicScreenTexts as texts } from '@trace/contract/panic/panic.screen.texts';
import { useState } from 'react';
import type { Answer, ChosenOutcome, IncidentCalls } from './panic-calls.ts';
import { useClose, useRelease } from '../panic.action.queries.ts';

interface AnswerDialogProps {
  calls: IncidentCalls;
  answer: Answer;
  onClose: () => void;
}

/** Asks before an answer that changes the incident for everyone. */
export default function PanicAnswerDialog({ answer, ...props }: AnswerDialogProps) {
  if (answer === 'close') return <CloseDialog {...props} />;
  return answer === 'safe' ? <SafeDialog {...props} /> : <ReleaseDialog {...props} />;
}

type OwnDialogProps = Omit<AnswerDialogProps, 'answer'>;

function CloseDialog({ calls, onClose }: OwnDialogProps) {
  const close = useClose(calls);
  const [outcome, setOutcome] = useState<ChosenOutcome>('helped');
  const [note, setNote] = useState('');
  const send = () => {
    const written = note.trim();
    close.mutate({ outcome, ...(written && { note: written }) }, { onSuccess: onClose });
  };
  return (
    <Question
      title={texts.closeTitle}
      text={texts.closeText}
      confirm={texts.closeAs}
      isWorking={close.isPending}
      failure={close.error && `${texts.closeFailed} ${failureWords(close.error)}`}
      onConfirm={send}
      onClose={onClose}
    >
      <Stack gap="md">
        <Radio.Group
          label={texts.outcome}
          value={outcome}
          onChange={(chosen) => setOutcome(choosableOutcomes.find((each) => each === chosen) ?? outcome)}
        >
          <Stack gap="sm" mt="sm">
            {choosableOutcomes.map((each) => (
              <Radio key={each} value={each} label={texts.outcomes[each]} />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label={texts.outcomeNote}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={panicRules.noteLength}
          value={note}
          onChange={({ currentTarget: { value } }) => setNote(value)}
        />
      </Stack>
    </Question>
  );
}

function SafeDialog({ calls, onClose }: OwnDialogProps) {
  const close = useClose(calls);
  return (
    <Question
      title={texts.safeTitle}
      text={texts.safeText}
      confirm={texts.safeConfirm}
      isWorking={close.isPending}
      failure={close.error && `${texts.closeFailed} ${failureWords(close.error)}`}
      onConfirm={() => close.mutate({ outcome: 'safe' }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

function ReleaseDialog({ calls, onClose }: OwnDialogProps) {
  const release = useRelease(calls);
  return (
    <Question
      title={texts.releaseTitle}
      text={texts.releaseText}
      confirm={texts.release}
      isWorking={release.isPending}
      failure={release.error && `${texts.releaseFailed} ${failureWords(release.error)}`}
      onConfirm={() => release.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

interface QuestionProps {
  title: string;
  text: string;
  confirm: string;
  isWorking: boolean;
  failure: string | null;
  onConfirm: () => void;
  onClose: () => void;
  children?: React.ReactNode;
}

function Question({ title, text, confirm, isWorking, failure, onConfirm, onClose, children }: QuestionProps) {
  const once = useSinglePress(isWorking);
  return (
    <Dialog isOpen title={title} text={text} onClose={onClose}>
      {children}
      {failure !== null && <OutcomeLine tone="bad">{failure}</OutcomeLine>}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button loading={isWorking} onClick={() => once(onConfirm)}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
