import { IconBuildingStore } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './companies-logo.module.css';

interface CompaniesLogoProps {
  /** Null: there is none yet. */
  url: string | null;
  /** Empty beside the company's name. */
  alt?: string;
  sizePx?: number;
}

/** A company's logo in a square. Shows a shop front without a logo or when the image fails. */
export function CompaniesLogo({ url, alt = '', sizePx = 60 }: CompaniesLogoProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const size = { width: sizePx, height: sizePx };
  if (url === null || url === failedUrl) {
    return (
      <span className={classes.empty} style={size}>
        <IconBuildingStore size={sizePx * 0.45} stroke={1.5} aria-hidden="true" />
      </span>
    );
  }
  return <img src={url} alt={alt} {...size} className={classes.logo} onError={() => setFailedUrl(url)} />;
}
