import { failureWords } from '#lib/http/api.ts';
import { useIsPhone } from '#ui/is-phone.ts';
import { useSinglePress } from '#ui/dialogs/single-press.ts';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCircleCheck, IconHandStop, IconShieldCheck } from '@tabler/icons-react';
import type { IncidentDetails } from '@trace/contract/panic/panic.schema';
import { panicScreenTexts as texts } from '@trace/contract/panic/panic.screen.texts';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import classes from './panic-actions.module.css';
import { CallButton } from './panic-call.tsx';
import type { Answer, IncidentCalls } from './panic-calls.ts';
import { useTake } from '../panic.action.queries.ts';

const PanicAnswerDialog = lazy(() => import('./panic-answer-dialog.tsx'));

interface PanicActions {
  /** Beside the headline of a wide page. False: the person cannot answer. */
  readonly inBand: ReactNode;
  /** At the bottom of a phone. */
  readonly atBottom: ReactNode;
  readonly dialog: ReactNode;
  /** Why the last answer failed. */
  readonly failure: string | null;
}

/** The answers to an incident that the person may give now. */
export function usePanicActions(calls: IncidentCalls, incident: IncidentDetails): PanicActions {
  const isPhone = useIsPhone();
  const take = useTake(calls);
  const once = useSinglePress(take.isPending);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const buttons = mayAnswer(incident) && (
    <Buttons
      you={incident.you}
      isTaking={take.isPending}
      onAnswer={setAnswer}
      onTake={() => once(() => take.mutate(undefined))}
    />
  );
  return {
    inBand: !isPhone && buttons,
    atBottom: isPhone && <Bottom incident={incident}>{buttons}</Bottom>,
    dialog: answer && (
      <Suspense>
        <PanicAnswerDialog calls={calls} answer={answer} onClose={() => setAnswer(null)} />
      </Suspense>
    ),
    failure: take.error && `${texts.takeFailed} ${failureWords(take.error)}`,
  };
}

const mayAnswer = ({ you, closed }: IncidentDetails): boolean =>
  closed === null && (you.mayRelease || you.mayClose || (you.mayTake && you.role !== 'wearer'));

interface ButtonsProps extends Pick<IncidentDetails, 'you'> {
  isTaking: boolean;
  onAnswer: (answer: Answer) => void;
  onTake: () => void;
}

function Buttons({ you, isTaking, onAnswer, onTake }: ButtonsProps) {
  const isWearer = you.role === 'wearer';
  return (
    <>
      {you.mayRelease && (
        <BandButton icon={IconArrowBackUp} isQuiet onPress={() => onAnswer('release')}>
          {texts.release}
        </BandButton>
      )}
      {you.mayClose && !isWearer && (
        <BandButton icon={IconCircleCheck} isQuiet={you.mayTake} onPress={() => onAnswer('close')}>
          {texts.close}
        </BandButton>
      )}
      {you.mayClose && isWearer && (
        <BandButton icon={IconShieldCheck} onPress={() => onAnswer('safe')}>
          {texts.safe}
        </BandButton>
      )}
      {you.mayTake && !isWearer && (
        <BandButton icon={IconHandStop} isWorking={isTaking} onPress={onTake}>
          {texts.take}
        </BandButton>
      )}
    </>
  );
}

/** Call and the answers stay within reach of the thumb. */
function Bottom({
  incident: { wearers, taken, closed, you },
  children,
}: {
  incident: IncidentDetails;
  children: ReactNode;
}) {
  const wearer = closed === null && you.role !== 'wearer' && wearers.find(({ phone }) => phone !== null);
  if (!wearer && !children) return null;
  return (
    <div className={classes.bottom} data-taken={taken !== null || undefined}>
      {wearer && <CallButton wearer={wearer} isShort />}
      {children}
    </div>
  );
}

interface BandButtonProps {
  icon: typeof IconHandStop;
  isQuiet?: boolean;
  isWorking?: boolean;
  onPress: () => void;
  children: string;
}

function BandButton({ icon: Icon, isQuiet = false, isWorking = false, onPress, children }: BandButtonProps) {
  return (
    <Button
      size="lg"
      variant="white"
      loading={isWorking}
      className={classes.button ?? ''}
      data-quiet={isQuiet || undefined}
      leftSection={<Icon size={22} stroke={1.8} aria-hidden="true" />}
      onClick={onPress}
    >
      {children}
    </Button>
  );
}
