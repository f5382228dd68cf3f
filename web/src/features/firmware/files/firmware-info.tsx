import { firmwareScreenTexts } from '@trace/contract/firmware/staff/firmware.screen.texts';
import { useId } from 'react';
import classes from './firmware-files.module.css';

const { title, check, proof, highest } = firmwareScreenTexts.info;

/** FWM-01: how devices get updates. Every second part of `check` is an address. */
export function FirmwareInfo() {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={classes.info}>
      <h3 id={titleId}>{title}</h3>
      <p>{check.map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))}</p>
      <p>
        {highest} {proof}
      </p>
    </section>
  );
}
