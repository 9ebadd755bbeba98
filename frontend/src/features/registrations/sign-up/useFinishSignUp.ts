import { useNavigate } from 'react-router-dom';
import { type Failure, serverError } from '../../../api/failure';
import type { FieldRule } from '../../../api/generated';
import { paths } from '../../../app/paths';

/**
 * Opens the success page, or returns the server's errors of single fields. That of the file is
 * shown by `useDocumentUpload`.
 */
export function useFinishSignUp(): (result: { error?: Failure }) => Record<string, FieldRule> | undefined {
  const navigate = useNavigate();
  return ({ error }) => {
    if (!error) void navigate(paths.signUpSuccess.href(), { replace: true });
    return serverError(error)?.fields;
  };
}
