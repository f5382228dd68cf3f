import { failureWords } from '#lib/http/api.ts';
import { useFields } from '#ui/controls/fields.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Button, Progress, Stack, TextInput } from '@mantine/core';
import { versionSchema } from '@trace/contract/firmware/firmware.manifest.schema';
import { firmwareScreenTexts } from '@trace/contract/firmware/staff/firmware.screen.texts';
import { useId, useState, type SyntheticEvent } from 'react';
import { fileComplaint, FirmwareFileField } from './firmware-file-field.tsx';
import { useUploadRelease } from './firmware.release.queries.ts';
import { atStart, checkMore, FirmwareUploadMore, queryOf, type UploadValues } from './firmware-upload-more.tsx';
import classes from './firmware-upload.module.css';

const texts = firmwareScreenTexts.upload;

/** FWM-01: uploads an image as a draft. The button is disabled without a file or a version, and says why. */
export function FirmwareUploadCard() {
  const hintId = useId();
  const { file, complaint, share, failure, isPending, isMissing, isAskedEarly, choose, fields, onSubmit } = useUpload();
  const isBlocked = isMissing || isPending;
  return (
    <SectionCard title={texts.title}>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="md">
          <TextInput
            label={texts.version}
            description={texts.versionHint}
            placeholder={texts.versionPlaceholder}
            autoComplete="off"
            spellCheck={false}
            classNames={{ input: classes.mono ?? '' }}
            {...fields.field('version')}
          />
          <FirmwareFileField file={file} complaint={complaint} isBusy={isPending} onChoose={choose} />
          <FirmwareUploadMore field={fields.field} form={fields.form} />
          {isPending && <Progress value={Math.floor(share * 100)} size="sm" aria-label={texts.progress} />}
          <Button
            type="submit"
            fullWidth
            {...(isBlocked && { 'data-disabled': true, 'aria-disabled': true })}
            {...(isMissing && { 'aria-describedby': hintId })}
          >
            {isPending ? texts.sending : texts.send}
          </Button>
          {isMissing && (
            <div id={hintId}>
              <Missing isAskedEarly={isAskedEarly} />
            </div>
          )}
          {failure !== null && (
            <OutcomeLine tone="bad" title={texts.failed}>
              {texts.failedText(failure)}
            </OutcomeLine>
          )}
        </Stack>
      </form>
    </SectionCard>
  );
}

function Missing({ isAskedEarly }: { isAskedEarly: boolean }) {
  if (!isAskedEarly) return <p className={classes.hint}>{texts.missingText}</p>;
  return (
    <OutcomeLine tone="bad" title={texts.missing}>
      {texts.missingText}
    </OutcomeLine>
  );
}

function useUpload() {
  const [file, setFile] = useState<File | null>(null);
  const [complaint, setComplaint] = useState<string | null>(null);
  const [isAskedEarly, setAskedEarly] = useState(false);
  const [share, setShare] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const { mutateAsync, isPending } = useUploadRelease();
  const fields = useFields<UploadValues>({
    initialValues: atStart,
    validate: {
      version: (text) => (versionSchema.safeParse(text.trim()).success ? null : texts.versionWrong),
      ...checkMore,
    },
  });
  const isMissing = file === null || fields.form.values.version.trim() === '';

  const choose = (chosen: File) => {
    const reason = fileComplaint(chosen);
    setFailure(null);
    setComplaint(reason);
    setFile(reason === null ? chosen : null);
  };

  const send = async (values: UploadValues) => {
    if (file === null) return;
    setShare(0);
    setFailure(null);
    try {
      await mutateAsync({ file, query: queryOf(values, file), onProgress: setShare });
    } catch (error) {
      if (!fields.refuse(error)) setFailure(failureWords(error));
      return;
    }
    setFile(null);
    setAskedEarly(false);
    fields.form.reset();
  };

  const sendComplete = fields.submit(send);
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    setAskedEarly(isMissing);
    if (isMissing) event.preventDefault();
    else sendComplete(event);
  };
  return { file, complaint, share, failure, isPending, isMissing, isAskedEarly, choose, fields, onSubmit };
}
