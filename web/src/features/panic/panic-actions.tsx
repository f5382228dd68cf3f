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
import type { IncidentDoor } from './panic-door.ts';
import { useTake } from './panic.action.queries.ts';

const PanicAnswerDialog = lazy(() => import('./panic-answer-dialog.tsx'));

export type Answer = 'safe' | 'close' | 'release';

interface PanicActions {
  /** Beside the headline of a wide page. Null: this person cannot do anything. */
  readonly inBand: ReactNode;
  /** At the bottom of a phone. */
  readonly atBottom: ReactNode;
  readonly dialog: ReactNode;
  /** Why the last answer failed. */
  readonly failure: string | null;
}

/** The answers to an incident that the person may give now. */
export function usePanicActions(door: IncidentDoor, incident: IncidentDetails): PanicActions {
  const isPhone = useIsPhone();
  const take = useTake(door);
  const once = useSinglePress(take.isPending);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const { you, closed, wearers } = incident;
  const isWearer = you.role === 'wearer';
  const isOpen = closed === null;
  const buttons = isOpen && (
    <>
      {you.mayRelease && (
        <BandButton icon={IconArrowBackUp} isQuiet onPress={() => setAnswer('release')}>
          {texts.release}
        </BandButton>
      )}
      {you.mayClose && !isWearer && (
        <BandButton icon={IconCircleCheck} isQuiet={you.mayTake} onPress={() => setAnswer('close')}>
          {texts.close}
        </BandButton>
      )}
      {you.mayClose && isWearer && (
        <BandButton icon={IconShieldCheck} onPress={() => setAnswer('safe')}>
          {texts.safe}
        </BandButton>
      )}
      {you.mayTake && (
        <BandButton icon={IconHandStop} isWorking={take.isPending} onPress={() => once(() => take.mutate(undefined))}>
          {texts.take}
        </BandButton>
      )}
    </>
  );
  const hasButtons = isOpen && (you.mayRelease || you.mayClose || you.mayTake);
  const callable = isOpen && !isWearer ? wearers.filter(({ phone }) => phone !== null) : [];
  const bottom = (hasButtons || callable.length > 0) && (
    <div className={classes.bottom} data-taken={incident.taken !== null || undefined}>
      {callable.slice(0, 1).map((wearer) => (
        <CallButton key={wearer.name} wearer={wearer} isShort />
      ))}
      {buttons}
    </div>
  );
  return {
    inBand: hasButtons && !isPhone ? buttons : null,
    atBottom: isPhone ? bottom : null,
    dialog: answer && (
      <Suspense>
        <PanicAnswerDialog door={door} answer={answer} onClose={() => setAnswer(null)} />
      </Suspense>
    ),
    failure: take.error && `${texts.takeFailed} ${failureWords(take.error)}`,
  };
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
