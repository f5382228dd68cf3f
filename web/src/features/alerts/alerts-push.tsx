import { formatAge } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AlertSettings } from '@trace/contract/alerts/alerts.settings.schema';
import { alertsTexts as texts } from '@trace/contract/alerts/alerts.texts';
import { useState } from 'react';
import { findOwn, forgetOwn, readAbility, unsubscribeThisBrowser } from './alerts-push-browser.ts';
import classes from './alerts-settings-card.module.css';
import { alertSettingsKey } from './alerts.keys.queries.ts';
import { useRemoveBrowser, useTurnOnPush } from './alerts.settings.queries.ts';

const inTheWay = { denied: texts.pushDenied, ios: texts.pushIos, unsupported: texts.pushUnsupported } as const;

/** Push in this browser, explained before the browser asks; and the person's other browsers. */
export function AlertsPush({ push }: { push: AlertSettings['push'] }) {
  const [ability, setAbility] = useState(readAbility);
  const add = useTurnOnPush(push);
  const remove = useRemoveBrowser();
  const nowMs = useNow('halfMinute');
  const { data: own = null, refetch } = useQuery({
    queryKey: [...alertSettingsKey, 'own-browser', push.browsers],
    queryFn: () => findOwn(push.browsers),
  });

  const turnOn = () =>
    add.mutate(undefined, {
      onSettled: () => {
        setAbility(readAbility());
        void refetch();
      },
    });
  const turnOff = (id: string) =>
    remove.mutate(id, {
      onSuccess: () => {
        forgetOwn(id);
        if (id === own?.id) void unsubscribeThisBrowser().catch(() => undefined);
      },
      onSettled: () => void refetch(),
    });

  return (
    <div className={classes.part}>
      <h3 className={classes.heading}>{texts.push}</h3>
      <p className={classes.hint}>{texts.pushWhy}</p>
      {ability !== 'able' && <p className={classes.hint}>{inTheWay[ability]}</p>}
      {ability === 'able' && own === null && (
        <>
          <p className={classes.hint}>{texts.pushAsk}</p>
          <div>
            <Button variant="default" loading={add.isPending} onClick={turnOn}>
              {texts.pushTurnOn}
            </Button>
          </div>
        </>
      )}
      {add.isError && ability === 'able' && <OutcomeLine tone="bad">{texts.pushFailed}</OutcomeLine>}
      {push.browsers.length > 0 && (
        <ul className={classes.browsers} aria-label={texts.browsers}>
          {push.browsers.map(({ id, name, addedAt, isPaused }) => (
            <li key={id} className={classes.browser}>
              <span>
                {name} {id === own?.id && <Badge color="green">{texts.thisBrowser}</Badge>}
                <span className={classes.added}>
                  {isPaused ? texts.browserPaused : texts.browserAdded(formatAge(addedAt, nowMs))}
                </span>
              </span>
              <Button
                size="xs"
                variant="default"
                loading={remove.isPending && remove.variables === id}
                aria-label={texts.browserRemove(name)}
                onClick={() => turnOff(id)}
              >
                {texts.pushTurnOff}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
