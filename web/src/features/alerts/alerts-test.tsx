import { failureWords } from '#lib/http/api.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { Button } from '@mantine/core';
import { alertChannels } from '@trace/contract/alerts/alerts.rules';
import { alertsTexts as texts } from '@trace/contract/alerts/alerts.texts';
import classes from './alerts-settings-card.module.css';
import { useSendTest } from './alerts.settings.queries.ts';

/** 'Send me a test', and the outcome on each channel. */
export function AlertsTest() {
  const test = useSendTest();
  return (
    <div className={classes.part}>
      <p className={classes.hint}>{texts.testHint}</p>
      <div>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {texts.test}
        </Button>
      </div>
      {test.isError && <OutcomeLine tone="bad">{failureWords(test.error, texts.testFailed)}</OutcomeLine>}
      <div role="status">
        {test.data && (
          <ul className={classes.outcomes}>
            {alertChannels.map((channel) => (
              <li key={channel}>
                {texts.channel[channel]}: {texts.testOutcome[test.data[channel]]}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
