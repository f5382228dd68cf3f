import type { useFields } from '#ui/controls/fields.ts';
import { Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { modelSchema } from '@trace/contract/firmware/firmware.manifest.schema';
import { channels, DEFAULT_MODEL, firmwareRules, type Channel } from '@trace/contract/firmware/firmware.rules';
import type { uploadRelease } from '@trace/contract/firmware/staff/firmware.staff.api';
import { firmwareScreenTexts } from '@trace/contract/firmware/staff/firmware.screen.texts';
import type { QueryOf } from '@trace/contract/kernel/endpoint';
import classes from './firmware-upload.module.css';

const texts = firmwareScreenTexts.upload;

export const atStart = {
  version: '',
  model: DEFAULT_MODEL as string,
  channel: 'stable' as Channel,
  notes: '',
  minSequence: '0',
  isOtherChip: false,
};
export type UploadValues = typeof atStart;

export const checkMore = {
  model: (text: string) => (modelSchema.safeParse(text.trim()).success ? null : texts.modelWrong),
  notes: (text: string) => (text.length > firmwareRules.notesMaxLength ? texts.notesLong : null),
  minSequence: (text: string) => (/^\d{1,9}$/.test(text.trim()) ? null : texts.minSequenceWrong),
};

export const queryOf = (values: UploadValues, file: File): QueryOf<typeof uploadRelease> => ({
  fileName: file.name,
  version: values.version.trim(),
  model: values.model.trim(),
  channel: values.channel,
  isOtherChip: values.isOtherChip ? 'true' : 'false',
  notes: values.notes,
  minSequence: Number(values.minSequence),
});

type Fields = ReturnType<typeof useFields<UploadValues>>;

/** The fields that rarely differ from their defaults. Open when one of them is wrong. */
export function FirmwareUploadMore({ field, form }: Pick<Fields, 'field' | 'form'>) {
  const isWrong = Object.keys(checkMore).some((name) => name in form.errors);
  return (
    <details className={classes.more} {...(isWrong && { open: true })}>
      <summary>{texts.more}</summary>
      <Stack gap="md" pt="md">
        <TextInput label={texts.model} description={texts.modelHint} autoComplete="off" {...field('model')} />
        <NativeSelect
          label={texts.channel}
          data={channels.map((value) => ({ value, label: firmwareScreenTexts.channels[value] }))}
          {...field('channel')}
        />
        <Textarea
          label={texts.notes}
          description={texts.notesHint}
          autosize
          minRows={2}
          maxRows={8}
          {...field('notes')}
        />
        <TextInput
          label={texts.minSequence}
          description={texts.minSequenceHint}
          inputMode="numeric"
          autoComplete="off"
          {...field('minSequence')}
        />
        <Checkbox
          label={texts.isOtherChip}
          description={texts.isOtherChipHint}
          {...form.getInputProps('isOtherChip', { type: 'checkbox' })}
        />
      </Stack>
    </details>
  );
}
