package rebuild

import (
	"plumbline/internal/mockcloud/compute/images"
	"plumbline/internal/mockcloud/compute/quota"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// keyLookup looks the key pair up among the caller's own, whoever owns the server: a request cannot name another user's key pair.
func keyLookup(x *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	w.next = *record.Server(x)
	name, ok := w.Request.KeyName.Get()
	if !ok {
		return nil
	}
	if w.key = state.KeyPairs.Get(x.Txn, state.KeyPairID(x.Caller.UserID, name)); w.key == nil {
		return pipeline.BadRequest("Invalid key_name provided.")
	}
	return nil
}

// noShare refuses servers with a share: a rebuild would lose it (RKP-N04).
func noShare(x *pipeline.Exchange, _ *rebuild) *pipeline.Fault {
	if x.Env.Settings().SharesAttached {
		return pipeline.BadRequest("Feature not supported with instances that have shares.")
	}
	return nil
}

func imageLookup(x *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	if w.image = images.Visible(x, w.Request.Image); w.image == nil {
		return pipeline.BadRequest("Cannot find image for rebuild")
	}
	return nil
}

func metadataQuota(q quota.Limits) func(*pipeline.Exchange, *rebuild) *pipeline.Fault {
	return func(x *pipeline.Exchange, w *rebuild) *pipeline.Fault {
		return q.For(x, x.Caller.ProjectID).CheckMetadata(w.Request.Metadata.Or(nil))
	}
}

func personalityQuota(q quota.Limits) func(*pipeline.Exchange, *rebuild) *pipeline.Fault {
	return func(x *pipeline.Exchange, w *rebuild) *pipeline.Fault {
		return q.For(x, x.Caller.ProjectID).CheckPersonality(w.Request.Personality)
	}
}

func imageActive(_ *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	return images.CheckActive(w.image)
}

func flavorSuits(_ *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	fits := func() *pipeline.Fault { return images.FitsFlavor(w.next.Flavor, w.image) }
	if w.root != nil {
		fits = func() *pipeline.Fault { return images.FitsVolume(w.next.Flavor, w.root.Size, w.image) }
	}
	if f := fits(); f != nil {
		return f
	}
	return images.CheckProperties(w.image)
}
