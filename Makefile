# What can be done here. `make` alone lists it; whatever is longer than a line lives in scripts/.

SHELL := bash
.DEFAULT_GOAL := help
# rustup puts cargo there; shells that have not read the profile since do not know it.
export PATH := $(PATH):$(HOME)/.cargo/bin

.PHONY: help run test check fmt build generate bench lighthouse clean-data

help: ## List what can be done
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Build what is needed and start the portal with its own database and demo data
	@scripts/run.sh

test: ## Everything that must pass
	@scripts/test.sh

check: ## The quick part of it: formatting, lints, types, unused code, architecture, documents
	@scripts/check.sh

fmt: ## Format everything
	@cargo fmt --all
	@scripts/front-end.sh packages && npm --prefix frontend run --silent format

build: ## The program as it is shipped: target/release/portal
	@scripts/build.sh --release

generate: ## Make anew what is made from code: openapi.json, the TypeScript client, schema.rs
	@scripts/generate.sh

bench: ## Measure search, lists, log-in, memory and start-up (about half an hour)
	@scripts/bench.sh

lighthouse: ## Lighthouse's points of home and a listing (about five minutes, on an idle machine)
	@scripts/lighthouse.sh

clean-data: ## Delete the database, pictures and mails below ./data
	@scripts/clean-data.sh
