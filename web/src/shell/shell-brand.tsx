import { LogoMark } from '#ui/layout/logo.tsx';
import { useState } from 'react';
import classes from './shell-brand.module.css';
import type { ShellArea } from './shell-entries.ts';

export interface Brand {
  name: string;
  logoUrl: string | null;
}

const SIZE_PX = 32;

interface ShellBrandProps {
  area: ShellArea;
  /** Undefined until known. Until then the place stays empty, so that no other brand flashes. */
  brand: Brand | null | undefined;
}

/**
 * The logo and name of the device's company. Falls back to the product's logo without a company logo or when the image
 * fails.
 */
export function ShellBrand({ area, brand }: ShellBrandProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const logoUrl = brand?.logoUrl ?? null;
  const hasLogo = logoUrl !== null && logoUrl !== failedUrl;
  return (
    <div className={classes.brand} data-unknown={brand === undefined || undefined}>
      {hasLogo ? (
        <img
          src={logoUrl}
          alt=""
          width={SIZE_PX}
          height={SIZE_PX}
          className={classes.logo}
          onError={() => setFailedUrl(logoUrl)}
        />
      ) : (
        <LogoMark sizePx={SIZE_PX} />
      )}
      <div className={classes.words}>
        <p className={classes.name} dir="auto">
          {hasLogo && brand ? brand.name : 'Trace'}
        </p>
        <p className={classes.area}>{area === 'support' ? 'Support' : `${area} Dashboard`}</p>
      </div>
    </div>
  );
}
