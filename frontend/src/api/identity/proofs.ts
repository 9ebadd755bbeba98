/** Asks the user to prove their identity. Resolves to whether they did. */
type AskForProof = () => Promise<boolean>;

let ask: AskForProof | undefined;

/** Registers what asks the user, or removes it. */
export const setProofRequestHandler = (handler: AskForProof | undefined): void => {
  ask = handler;
};

/** False where the user cannot be asked. */
export const requestProof = async (): Promise<boolean> => (await ask?.()) ?? false;
