import { Badge, Button, Card, Title } from '@mantine/core';
import { IconCircleCheck, IconRosetteDiscountCheck } from '@tabler/icons-react';
import type { CertificationProgress } from '@trace/contract/certification/certification.rules';
import { certificationTexts } from '@trace/contract/certification/certification.texts';
import { useEffect, useId, useRef } from 'react';
import { CertificationManual } from './certification-manual.tsx';
import { CertificationTraining } from './certification-training.tsx';
import { useCertificationVerify } from './certification-verify.ts';
import type { CertificationApplicant } from './certification.queries.ts';
import classes from './certification-box.module.css';

interface CertificationBoxProps {
  applicant: CertificationApplicant;
  state: CertificationProgress;
  onChange: (state: CertificationProgress) => void;
}

const colours = { unverified: 'gray', verifying: 'violet', verified: 'green', not_found: 'amber' } as const;

/** Verifies an installer's training. The corner shows the progress, the box the next step (CERT-01). */
export function CertificationBox({ applicant, state: progress, onChange }: CertificationBoxProps) {
  const titleId = useId();
  const box = useRef<HTMLElement>(null);
  const verify = useCertificationVerify({ applicant, progress, onChange });
  const isManual = progress.problem !== null && progress.state !== 'verified';
  useFocusOnNextStep(box, progress);

  return (
    <Card component="section" ref={box} aria-labelledby={titleId} padding={0}>
      <div className={classes.head}>
        <Title order={2} size="h3" id={titleId}>
          {certificationTexts.title}
        </Title>
        <Badge color={colours[progress.state]} aria-live="polite">
          {badgeOf(progress)}
        </Badge>
      </div>
      <div className={classes.body}>
        {progress.state === 'verified' && (
          <>
            <p className={classes.verified}>
              <IconCircleCheck size={18} stroke={1.8} aria-hidden="true" />
              {certificationTexts.verifiedNext}
            </p>
            <p className={classes.words}>{certificationTexts.verifiedByName}</p>
          </>
        )}
        {isManual && <CertificationManual progress={progress} onChange={onChange} verify={verify} />}
        {!isManual && progress.state !== 'verified' && (
          <>
            <p className={classes.words}>{certificationTexts.intro}</p>
            <div className={classes.actions}>
              <Button
                variant="default"
                leftSection={<IconRosetteDiscountCheck size={17} stroke={1.7} />}
                loading={progress.state === 'verifying'}
                onClick={verify.auto}
              >
                {certificationTexts.autoVerify}
              </Button>
              <CertificationTraining />
            </div>
          </>
        )}
      </div>
    </Card>
  );
}

function badgeOf({ state, problem }: CertificationProgress): string {
  const isUnknown = problem === 'lookup_failed' || problem === 'number_failed';
  return state === 'not_found' && isUnknown ? certificationTexts.notChecked : certificationTexts.states[state];
}

/** Focuses the next step, because the pressed button may be gone. Does not move a focus outside the box. */
function useFocusOnNextStep(box: { current: HTMLElement | null }, { state, problem }: CertificationProgress): void {
  const step = `${state} ${problem ?? ''}`;
  const known = useRef(step);
  useEffect(() => {
    if (known.current === step) return;
    known.current = step;
    const isElsewhere = document.activeElement !== document.body && !box.current?.contains(document.activeElement);
    if (state === 'verifying' || isElsewhere) return;
    box.current?.querySelector<HTMLElement>('input, button')?.focus();
  });
}
