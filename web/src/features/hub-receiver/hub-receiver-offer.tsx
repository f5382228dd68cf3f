import { Button } from '@mantine/core';
import { hubReceiverTexts as texts } from '@trace/contract/hub-receiver/hub-receiver.texts';
import classes from './hub-receiver.module.css';

/** Leads to the settings of direct hub reports. */
export function HubReceiverOffer({ onOpen }: { onOpen: () => void }) {
  return (
    <div className={classes.offer}>
      <p className={classes.hint}>{texts.offer}</p>
      <Button size="xs" variant="default" onClick={onOpen}>
        {texts.title}
      </Button>
    </div>
  );
}
