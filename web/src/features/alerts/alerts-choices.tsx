import { checkAllBy, useFields } from '#ui/controls/fields.ts';
import { Button, Checkbox, Switch, TextInput } from '@mantine/core';
import { alertChannels, alertKinds } from '@trace/contract/alerts/alerts.rules';
import { quietHoursSchema, type AlertSettings } from '@trace/contract/alerts/alerts.settings.schema';
import { alertsTexts as texts } from '@trace/contract/alerts/alerts.texts';
import classes from './alerts-settings-card.module.css';
import { useSaveAlertSettings } from './alerts.settings.queries.ts';

const USUAL_NIGHT = { from: '22:00', to: '07:00' };

const checkHours = checkAllBy(quietHoursSchema);

/** Channels by cause, and quiet hours; saved together. */
export function AlertsChoices({ settings }: { settings: AlertSettings }) {
  const save = useSaveAlertSettings();
  const { form, field, submit } = useFields({
    initialValues: {
      choices: settings.choices,
      isQuiet: settings.quietHours !== null,
      ...(settings.quietHours ?? USUAL_NIGHT),
    },
    validate: ({ isQuiet, from, to }) => (isQuiet ? checkHours({ from, to }) : {}),
  });
  const saveChoices = submit(({ choices, isQuiet, from, to }) =>
    save.mutate({ choices, quietHours: isQuiet ? { from, to } : null }),
  );

  return (
    <form onSubmit={saveChoices} noValidate>
      {alertKinds.map((kind) => (
        <fieldset key={kind} className={classes.kind}>
          <legend className={classes.legend}>{texts.kind[kind]}</legend>
          <p className={classes.hint}>{texts.kindHint[kind]}</p>
          <div className={classes.channels}>
            {alertChannels.map((channel) => (
              <Checkbox
                key={channel}
                label={texts.channel[channel]}
                {...field(`choices.${kind}.${channel}`, { type: 'checkbox' })}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <div className={classes.part}>
        <h3 className={classes.heading}>{texts.quiet}</h3>
        <Switch label={texts.quietOn} {...field('isQuiet', { type: 'checkbox' })} />
        {form.values.isQuiet && (
          <div className={classes.hours}>
            <TextInput type="time" label={texts.quietFrom} onInput={form.clearErrors} {...field('from')} />
            <TextInput type="time" label={texts.quietTo} onInput={form.clearErrors} {...field('to')} />
          </div>
        )}
        <p className={classes.hint}>
          {texts.quietHint(settings.timeZone)} {texts.quietOver}
        </p>
        <div>
          <Button type="submit" loading={save.isPending}>
            {texts.save}
          </Button>
        </div>
      </div>
    </form>
  );
}
