import { Button, TextInput } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { NUMBER_MAX_LENGTH, type CertificationProgress } from '@trace/contract/certification/certification.rules';
import { certificationTexts } from '@trace/contract/certification/certification.texts';
import { useRef, useState, type KeyboardEvent } from 'react';
import { CertificationHelp } from './certification-help.tsx';
import classes from './certification-box.module.css';

interface ManualProps {
  progress: CertificationProgress;
  onChange: (progress: CertificationProgress) => void;
  verify: { byNumber: () => void; backToAuto: () => void };
}

/**
 * Shown when the look-up found no certification or failed: a field for the number, and further help (CERT-04, CERT-05).
 */
export function CertificationManual({ progress, onChange, verify }: ManualProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  const { number, problem } = progress;
  const isOfNumber = problem === 'number_invalid' || problem === 'number_failed';
  const isVerifying = progress.state === 'verifying';

  const check = () => {
    const isBlank = number.trim() === '';
    setMissing(isBlank);
    if (isBlank) field.current?.focus();
    verify.byNumber();
  };
  /** Enter verifies the number and does not submit the surrounding form, which has its own button. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (!isVerifying) check();
  };

  return (
    <>
      <div>
        <div role="status">
          {problem !== null && !isOfNumber && <p className={classes.problem}>{certificationTexts.problems[problem]}</p>}
        </div>
        <div className={classes.number}>
          <TextInput
            ref={field}
            label={certificationTexts.numberLabel}
            placeholder={certificationTexts.numberPlaceholder}
            classNames={{ input: classes.numberInput ?? '' }}
            maxLength={NUMBER_MAX_LENGTH}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={number}
            readOnly={isVerifying}
            error={isOfNumber && !isVerifying ? certificationTexts.problems[problem] : isMissing}
            onChange={(event) => {
              setMissing(false);
              onChange({ ...progress, number: event.currentTarget.value });
            }}
            onKeyDown={onKeyDown}
          />
          <Button loading={isVerifying} onClick={check}>
            {certificationTexts.verify}
          </Button>
        </div>
      </div>
      <Button
        variant="subtle"
        className={classes.auto ?? ''}
        leftSection={<IconRefresh size={16} stroke={1.8} />}
        disabled={isVerifying}
        onClick={verify.backToAuto}
      >
        {certificationTexts.tryAutoVerify}
      </Button>
      <CertificationHelp />
    </>
  );
}
