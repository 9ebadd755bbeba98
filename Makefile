# `make` alone lists the targets. Longer commands are in scripts/.

SHELL := bash
.DEFAULT_GOAL := help
# Where rustup installs cargo; a shell started before may not have it in PATH.
export PATH := $(PATH):$(HOME)/.cargo/bin

.PHONY: help run test check fmt build package generate bench lighthouse trust cluster clean-data

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Build what is missing and start the portal with its own database and demo data
	@scripts/run.sh

test: ## Run everything that must pass
	@scripts/test.sh

check: ## Run the quick part of it: formatting, lints, types, unused code, architecture, docs
	@scripts/check.sh

fmt: ## Format everything
	@cargo fmt --all
	@scripts/front-end.sh packages && npm --prefix frontend run --silent format

build: ## Build the release: target/release/portal
	@scripts/build.sh --release

package: ## Build the Debian package of the release: artefacts/fensterplatz_*.deb
	@scripts/package.sh

generate: ## Regenerate openapi.json, the TypeScript client, schema.rs and the demo images
	@scripts/generate.sh

bench: ## Measure search, lists, images, logins, memory and start-up (about half an hour)
	@scripts/bench.sh

lighthouse: ## Measure home and a listing with Lighthouse (about five minutes, on an idle machine)
	@scripts/lighthouse.sh

trust: ## Attack an optimised build and break what it depends on (about an hour and a half)
	@scripts/trust.sh

cluster: ## Run three portals, a replica and a balancer through faults and upgrades (about half an hour)
	@scripts/cluster.sh

clean-data: ## Delete the database, images and mails below ./data
	@scripts/clean-data.sh
