import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { HubMaker } from '@trace/contract/hub-receiver/hub-receiver.rules';
import type { HubReporting } from '@trace/contract/hub-receiver/hub-receiver.schema';
import { hubReceiverTexts as texts } from '@trace/contract/hub-receiver/hub-receiver.texts';
import classes from './hub-receiver.module.css';

interface HubReceiverStepsProps {
  receiver: NonNullable<HubReporting['receiver']>;
  number: string;
  /** Null: not known here any more, or none. */
  storedKey: string | null;
  maker: HubMaker;
}

/** The settings to enter in the app of the hub. */
export function HubReceiverSteps({ receiver, number, storedKey, maker }: HubReceiverStepsProps) {
  const values = (
    <dl className={classes.values}>
      <Value name={texts.address} value={receiver.host} />
      <Value name={texts.port} value={String(receiver.port)} />
      <Value name={texts.number} value={number} />
      {storedKey !== null && <Value name={texts.key} value={storedKey} />}
    </dl>
  );
  const title = maker === 'ajax' ? texts.steps : texts.otherSteps;
  return (
    <section aria-label={title} className={classes.steps}>
      <h3>{title}</h3>
      {maker === 'ajax' ? (
        <ol>
          {texts.step.map((step, index) => (
            <li key={step}>
              {step}
              {index === VALUES_STEP && values}
            </li>
          ))}
        </ol>
      ) : (
        values
      )}
      {maker === 'ajax' && <p className={classes.hint}>{texts.needs}</p>}
    </section>
  );
}

const VALUES_STEP = 2;

function Value({ name, value }: { name: string; value: string }) {
  return (
    <div className={classes.value}>
      <dt>{name}</dt>
      <dd>
        <span>{value}</span>
        <CopyButton value={value} timeout={2_000}>
          {({ copied, copy }) => (
            <ActionIcon
              variant="subtle"
              color="gray"
              onClick={copy}
              aria-label={copied ? texts.copied : texts.copy(name)}
            >
              {copied ? <IconCheck size={16} stroke={2} /> : <IconCopy size={16} stroke={1.7} />}
            </ActionIcon>
          )}
        </CopyButton>
      </dd>
    </div>
  );
}
