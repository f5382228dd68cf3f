import { FileChooser } from '#ui/controls/file-chooser.tsx';
import { Button, Input, Progress } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import { logoRules } from '@trace/contract/companies/companies.rules';
import { companySettingsTexts as texts } from '@trace/contract/companies/companies.settings.texts';
import { useId, useState, type DragEvent, type Ref } from 'react';
import classes from './companies-logo-field.module.css';
import { CompaniesLogo } from './companies-logo.tsx';
import type { LogoUpload } from './companies-logo-upload.ts';

const PREVIEW_PX = 72;

interface CompaniesLogoFieldProps {
  /** The logo that the company has, shown until another is chosen. */
  savedUrl: string | null;
  upload: LogoUpload;
  error: string | null;
  buttonRef: Ref<HTMLButtonElement>;
  onChoose: (file: File) => void;
}

/** Chooses a logo by file dialog or drop. Shows the logo at once, with the progress of the upload. */
export function CompaniesLogoField({ savedUrl, upload, error, buttonRef, onChoose }: CompaniesLogoFieldProps) {
  const errorId = useId();
  const drop = useDrop(onChoose);
  const url = 'previewUrl' in upload ? upload.previewUrl : savedUrl;
  return (
    <Input.Wrapper
      label={texts.fields.logo}
      labelElement="div"
      withAsterisk={savedUrl === null}
      error={error}
      errorProps={{ id: errorId }}
    >
      <div
        role="group"
        aria-label={texts.fields.logo}
        className={classes.field}
        data-failed={error !== null || undefined}
        {...drop}
      >
        <CompaniesLogo url={url} sizePx={PREVIEW_PX} />
        <div className={classes.words}>
          <FileChooser accept={logoRules.accept} onChoose={([file]) => onChoose(file)}>
            {(props) => (
              <Button
                {...props}
                ref={buttonRef}
                variant="default"
                leftSection={<IconPhotoUp size={17} stroke={1.7} />}
                aria-describedby={error === null ? undefined : errorId}
              >
                {url === null ? texts.chooseLogo : texts.replaceLogo}
              </Button>
            )}
          </FileChooser>
          <UploadState upload={upload} />
        </div>
      </div>
    </Input.Wrapper>
  );
}

function UploadState({ upload }: { upload: LogoUpload }) {
  if (upload.state === 'ready') return <p className={classes.hint}>{texts.logoReady}</p>;
  if (upload.state !== 'sending') return <p className={classes.hint}>{texts.dropLogo}</p>;
  const percent = Math.floor(upload.share * 100);
  return (
    <div className={classes.progress}>
      <Progress value={percent} size="sm" aria-label={texts.uploadLabel} />
      <p className={classes.hint}>{texts.uploadingLogo(percent)}</p>
    </div>
  );
}

/** Accepts a drop anywhere on the field and highlights the field during a drag. */
function useDrop(onChoose: (file: File) => void) {
  const [isOver, setOver] = useState(false);
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer.files[0];
      if (file) onChoose(file);
    },
  };
}
