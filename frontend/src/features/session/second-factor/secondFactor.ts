import type { SecondFactorResponse } from '../../../api/generated';

/** In the address of the account page: opens it at the second factor. */
export const secondFactorHash = '#second-factor';

/** Whether a login needs a second step. Recovery codes alone are no factor. */
export const hasSecondFactor = ({ totp, passkeys }: SecondFactorResponse): boolean =>
  totp || passkeys.length > 0;
