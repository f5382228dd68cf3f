import { checkAllBy, useFields, whenSettled } from '#ui/controls/fields.ts';
import { Button, Checkbox, Switch, TextInput } from '@mantine/core';
import { alertChannels, alertKinds, type AlertChannel, type AlertKind } from '@trace/contract/alerts/alerts.rules';
import {
  quietHoursSchema,
  type AlertSettings,
  type AlertSettingsChange,
} from '@trace/contract/alerts/alerts.settings.schema';
import { alertsTexts as texts } from '@trace/contract/alerts/alerts.texts';
import { useState } from 'react';
import classes from './alerts-settings-card.module.css';
import { useSaveAlertSettings } from './alerts.settings.queries.ts';

const USUAL_NIGHT = { from: '22:00', to: '07:00' };

const checkHours = checkAllBy(quietHoursSchema);

type Choices = AlertSettings['choices'];
type QuietHours = AlertSettings['quietHours'];

/** Channels by cause, each saved at once, and quiet hours, which are applied together. */
export function AlertsChoices({ settings }: { settings: AlertSettings }) {
  const save = useSaveAlertSettings();
  const [changed, setChanged] = useState<AlertKind | 'hours' | null>(null);
  // While a change is on its way, the next change builds on it.
  const pending: AlertSettingsChange = save.isPending ? save.variables : {};
  const saved = save.isSuccess ? changed : null;
  const choose = (kind: AlertKind, channel: AlertChannel, isOn: boolean) => {
    setChanged(kind);
    const choices = { ...pending.choices, [kind]: { ...pending.choices?.[kind], [channel]: isOn } };
    save.mutate({ ...pending, choices });
  };
  const applyHours = (hours: QuietHours) => {
    setChanged('hours');
    return whenSettled(save.mutateAsync({ ...pending, quietHours: hours }));
  };
  return (
    <>
      <ChoicesTable choices={settings.choices} pending={pending.choices} saved={saved} onChoose={choose} />
      <QuietHoursForm
        settings={settings}
        isSaving={save.isPending && changed === 'hours'}
        isSaved={saved === 'hours'}
        onApply={applyHours}
      />
    </>
  );
}

interface ChoicesTableProps {
  choices: Choices;
  pending: AlertSettingsChange['choices'];
  saved: AlertKind | 'hours' | null;
  onChoose: (kind: AlertKind, channel: AlertChannel, isOn: boolean) => void;
}

function ChoicesTable({ choices, pending, saved, onChoose }: ChoicesTableProps) {
  return (
    <table className={classes.choices}>
      <thead>
        <tr>
          <th scope="col">{texts.kindHead}</th>
          {alertChannels.map((channel) => (
            <th key={channel} scope="col">
              {texts.channel[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {alertKinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">
              {texts.kind[kind]} <Saved isShown={saved === kind} />
              <p className={classes.hint}>{texts.kindHint[kind]}</p>
            </th>
            {alertChannels.map((channel) => (
              <td key={channel}>
                <Checkbox
                  aria-label={texts.choice(texts.kind[kind], texts.channel[channel])}
                  checked={pending?.[kind]?.[channel] ?? choices[kind][channel]}
                  onChange={({ currentTarget: { checked } }) => onChoose(kind, channel, checked)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Saved({ isShown }: { isShown: boolean }) {
  return (
    <span role="status" className={classes.saved}>
      {isShown && texts.savedShort}
    </span>
  );
}

interface QuietHoursFormProps {
  settings: AlertSettings;
  isSaving: boolean;
  isSaved: boolean;
  onApply: (hours: QuietHours) => Promise<void>;
}

function QuietHoursForm({ settings: { quietHours, timeZone }, isSaving, isSaved, onApply }: QuietHoursFormProps) {
  const { form, field, submit } = useFields({
    initialValues: { isQuiet: quietHours !== null, ...(quietHours ?? USUAL_NIGHT) },
    validate: ({ isQuiet, from, to }) => (isQuiet ? checkHours({ from, to }) : {}),
  });
  return (
    <form
      className={classes.part}
      onSubmit={submit(({ isQuiet, from, to }) => onApply(isQuiet ? { from, to } : null))}
      noValidate
    >
      <h3 className={classes.heading}>{texts.quiet}</h3>
      <Switch label={texts.quietOn} {...field('isQuiet', { type: 'checkbox' })} />
      {form.values.isQuiet && (
        <div className={classes.hours}>
          <TextInput type="time" label={texts.quietFrom} onInput={form.clearErrors} {...field('from')} />
          <TextInput type="time" label={texts.quietTo} onInput={form.clearErrors} {...field('to')} />
        </div>
      )}
      <p className={classes.hint}>
        {texts.quietHint(timeZone)} {texts.quietOver} {texts.quietPanic}
      </p>
      <div>
        <Button type="submit" loading={isSaving}>
          {texts.save}
        </Button>{' '}
        <Saved isShown={isSaved} />
      </div>
    </form>
  );
}
