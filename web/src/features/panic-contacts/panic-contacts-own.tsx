import { failureWords } from '#lib/http/api.ts';
import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { Button, Checkbox, Switch } from '@mantine/core';
import { contactChannels, type ContactChannel } from '@trace/contract/panic-contacts/panic-contacts.rules';
import type { PanicContacts, PanicSettingsChange } from '@trace/contract/panic-contacts/panic-contacts.schema';
import { panicContactsTexts as texts } from '@trace/contract/panic-contacts/panic-contacts.texts';
import classes from './panic-contacts-card.module.css';
import { showContactsFailure, useSavePanicSettings, useTestOwnPhone } from './panic-contacts.queries.ts';

/** The user's own channels and the monthly test, each saved at once. */
export function PanicContactsOwn({ data }: { data: PanicContacts }) {
  const save = useSavePanicSettings();
  // While a change is on its way, the next change builds on it.
  const pending: PanicSettingsChange = save.isPending ? save.variables : {};
  const { wantsDrills = data.settings.wantsDrills } = pending;
  const isOn = (channel: ContactChannel): boolean =>
    pending.channels?.[channel] ?? data.settings.channels.includes(channel);
  const change = (part: PanicSettingsChange) =>
    save.mutate({ ...pending, ...part }, { onError: (error) => showContactsFailure(error, texts.settingsFailed) });
  const canSms = data.hasSms && data.hasPhone;
  return (
    <div className={classes.part}>
      <h3 className={classes.heading}>
        {texts.own}{' '}
        <span role="status" className={classes.saved}>
          {save.isSuccess && texts.savedShort}
        </span>
      </h3>
      <p className={classes.hint}>{texts.ownHint}</p>
      <div className={classes.choices} role="group" aria-label={texts.ownHint}>
        {contactChannels.map((channel) => (
          <Checkbox
            key={channel}
            label={texts.channel[channel]}
            checked={isOn(channel)}
            disabled={channel === 'sms' && !canSms && !isOn('sms')}
            onChange={({ currentTarget: { checked } }) =>
              change({ channels: { ...pending.channels, [channel]: checked } })
            }
          />
        ))}
      </div>
      {!canSms && <p className={classes.hint}>{data.hasSms ? texts.ownSmsHint : texts.noSms}</p>}
      {canSms && data.isPremium && isOn('sms') && <OwnTest />}
      <Switch
        label={texts.drills}
        description={texts.drillsHint}
        checked={wantsDrills}
        onChange={({ currentTarget: { checked } }) => change({ wantsDrills: checked })}
      />
    </div>
  );
}

/** A mistyped number shows here, and not in an emergency. */
function OwnTest() {
  const test = useTestOwnPhone();
  const result = test.data && texts.ownTestOutcome[test.data.outcome](test.data.phone);
  return (
    <NeedsNetwork isTight>
      {(button) => (
        <div className={classes.ownTest}>
          <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()} {...button}>
            {texts.ownTest}
          </Button>
          <p role="status" className={classes.hint}>
            {test.isError ? failureWords(test.error, texts.ownTestFailed) : result}
          </p>
        </div>
      )}
    </NeedsNetwork>
  );
}
