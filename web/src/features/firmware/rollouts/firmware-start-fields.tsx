import { zoneName } from '#lib/format.ts';
import type { useFields } from '#ui/controls/fields.ts';
import { Checkbox, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { firmwareRules } from '@trace/contract/firmware/firmware.rules';
import { rolloutTexts } from '@trace/contract/firmware/staff/firmware.rollouts.texts';
import type { StartValues } from './firmware-start-form.ts';
import classes from './firmware-start.module.css';

const texts = rolloutTexts.start;

type FieldsProps = Pick<ReturnType<typeof useFields<StartValues>>, 'field' | 'form'>;

/** Which devices get the release. */
export function FirmwareStartTarget({ field, form }: FieldsProps) {
  const { kind } = form.values;
  return (
    <>
      <Radio.Group label={texts.target} {...field('kind')}>
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={texts.all} description={texts.allHint(firmwareRules.rings)} data-autofocus />
          <Radio value="percent" label={texts.percent} />
          <Radio value="devices" label={texts.devices} />
        </Stack>
      </Radio.Group>
      {kind === 'percent' && (
        <TextInput label={texts.percentLabel} inputMode="numeric" autoComplete="off" {...field('percent')} />
      )}
      {kind === 'devices' && (
        <Textarea
          label={texts.serials}
          description={texts.serialsHint}
          autosize
          minRows={3}
          maxRows={8}
          spellCheck={false}
          classNames={{ input: classes.mono ?? '' }}
          {...field('serials')}
        />
      )}
    </>
  );
}

/** The limits that delay or halt the rollout. */
export function FirmwareStartLimits({ field, form }: FieldsProps) {
  return (
    <fieldset className={classes.limits}>
      <legend className={classes.legend}>{texts.guards}</legend>
      <div className={classes.pair}>
        <TextInput label={texts.battery} inputMode="numeric" autoComplete="off" {...field('minBatteryPct')} />
        <TextInput label={texts.limit} inputMode="decimal" autoComplete="off" {...field('failureLimitPct')} />
      </div>
      <p className={classes.hint}>{texts.limitHint}</p>
      <Checkbox
        label={texts.quiet}
        description={texts.quietHint(zoneName())}
        {...form.getInputProps('hasQuietHours', { type: 'checkbox' })}
      />
      {form.values.hasQuietHours && (
        <div className={classes.pair}>
          <TextInput type="time" label={texts.quietFrom} {...field('quietFrom')} />
          <TextInput type="time" label={texts.quietTo} {...field('quietTo')} />
        </div>
      )}
    </fieldset>
  );
}
